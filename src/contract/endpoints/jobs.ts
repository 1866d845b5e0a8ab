import { endpoint } from '../endpoint.ts';
import { jobStatus } from '../jobs.ts';
import { byId, empty } from './parts.ts';

export const jobsEndpoints = {
  getJobStatus: endpoint('GET', '/delayed_job_statuses/:id', "Get a background job's status", {
    access: 'signed in',
    params: byId,
    responses: { 200: jobStatus },
  }),
  deleteJobStatus: endpoint(
    'DELETE',
    '/delayed_job_statuses/:id',
    "Delete a finished background job's status",
    { access: 'signed in', params: byId, responses: { 200: empty }, problems: [409] },
  ),
} as const;
