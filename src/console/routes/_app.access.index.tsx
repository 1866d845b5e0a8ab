import { createFileRoute } from '@tanstack/react-router';
import { MyAccess } from '../features/access/explain/my-access.tsx';

export const Route = createFileRoute('/_app/access/')({
  component: MyAccess,
});
