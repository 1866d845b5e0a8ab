import { createFileRoute } from '@tanstack/react-router';
import { prefetchSide } from '../data/access/access-side.ts';
import { CanPage } from '../features/access/check/can-page.tsx';
import { searchTexts } from '../lib/search-text.ts';

export const Route = createFileRoute('/_app/access/can')({
  staticData: { title: 'Check access' },
  validateSearch: searchTexts('who', 'feature', 'privilege', 'group'),
  loaderDeps: ({ search: { who } }) => ({ who }),
  // Not awaited: who it's about can be replaced on the page.
  loader: ({ deps: { who } }) => {
    if (who !== undefined) void prefetchSide(who);
  },
  component: CanPage,
});
