import { createFileRoute } from '@tanstack/react-router';
import { searchTexts } from '../lib/search-text.ts';
import { prefetchSide } from '../data/access/access-side.ts';
import { ComparePage } from '../features/access/explain/compare-page.tsx';

export const Route = createFileRoute('/_app/access/compare')({
  staticData: { title: 'Compare access' },
  validateSearch: searchTexts('left', 'right'),
  loaderDeps: ({ search }) => search,
  // Not awaited: a side that can't be loaded can be replaced on the page.
  loader: ({ deps }) => {
    for (const side of [deps.left, deps.right]) if (side !== undefined) void prefetchSide(side);
  },
  component: ComparePage,
});
