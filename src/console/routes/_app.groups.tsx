import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod';
import { GroupsPage } from '../features/groups/groups-page.tsx';

export const Route = createFileRoute('/_app/groups')({
  staticData: { title: 'Groups' },
  // The router reads `42` and `true` as such where they come back as the same text; here they are always text.
  validateSearch: z.object({
    q: z.coerce.string().optional().catch(undefined),
    open: z.coerce.string().optional().catch(undefined),
  }),
  component: GroupsPage,
});
