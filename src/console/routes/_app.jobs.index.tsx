import { createFileRoute } from '@tanstack/react-router';
import { listTexts } from '../lib/search-text.ts';
import { RecentChanges } from '../features/activity/recent/recent-changes.tsx';
import { JobsPage } from '../features/jobs/jobs-page.tsx';

export const Route = createFileRoute('/_app/jobs/')({
  staticData: { title: 'Jobs' },
  validateSearch: listTexts('state'),
  component: JobsRoute,
});

function JobsRoute() {
  return <JobsPage recorded={<RecentChanges byJobs />} />;
}
