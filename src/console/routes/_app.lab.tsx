import { createFileRoute } from '@tanstack/react-router';
import { LabPage } from '../features/lab/lab-page.tsx';

export const Route = createFileRoute('/_app/lab')({
  staticData: { title: 'Lab', feature: 'the Lab' },
  component: LabPage,
});
