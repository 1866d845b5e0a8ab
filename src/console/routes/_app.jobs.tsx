import { createFileRoute } from '@tanstack/react-router';
import { JobList } from '../features/jobs/job-list.tsx';

export const Route = createFileRoute('/_app/jobs')({
  staticData: { title: 'Jobs' },
  component: JobList,
});
