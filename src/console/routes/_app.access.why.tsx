import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { WhyPage } from '../features/access/explain/why-page.tsx';

const text = z.catch(z.optional(z.coerce.string()), undefined);

export const Route = createFileRoute('/_app/access/why')({
  staticData: { title: 'Can I?' },
  validateSearch: z.object({ feature: text, privilege: text, group: text }),
  component: WhyRoute,
});

function WhyRoute() {
  const navigate = Route.useNavigate();
  return <WhyPage search={Route.useSearch()} onAsk={(search) => void navigate({ search, replace: true })} />;
}
