import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod';
import { GroupsPage } from '../features/groups/groups-page.tsx';

export const Route = createFileRoute('/_app/groups')({
  staticData: { title: 'Groups' },
  validateSearch: z.object({
    q: z.string().optional().catch(undefined),
    open: z.string().optional().catch(undefined),
  }),
  component: GroupsPage,
});
