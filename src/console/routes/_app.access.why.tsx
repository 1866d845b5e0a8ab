import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { searchText } from '../lib/search-text.ts';
import { WhyPage } from '../features/access/explain/why-page.tsx';

export const Route = createFileRoute('/_app/access/why')({
  staticData: { title: 'Can I?' },
  validateSearch: z.object({ feature: searchText, privilege: searchText, group: searchText }),
  component: WhyRoute,
});

function WhyRoute() {
  const navigate = Route.useNavigate();
  return <WhyPage search={Route.useSearch()} onAsk={(search) => void navigate({ search, replace: true })} />;
}
