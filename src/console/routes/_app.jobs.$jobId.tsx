import { createFileRoute } from '@tanstack/react-router';
import { JobPage } from '../features/jobs/job-page.tsx';

export const Route = createFileRoute('/_app/jobs/$jobId')({
  staticData: { title: 'Job' },
  component: JobPage,
});
