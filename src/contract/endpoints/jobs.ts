import { endpoint } from '../endpoint.ts';
import { jobStatus } from '../jobs.ts';
import { byId, empty } from './parts.ts';

/** Background jobs. */
export const jobsEndpoints = {
  getJobStatus: endpoint({
    method: 'GET',
    path: '/delayed_job_statuses/:id',
    summary: "Get a background job's status",
    access: 'signed in',
    params: byId,
    responses: { 200: jobStatus },
  }),
  deleteJobStatus: endpoint({
    method: 'DELETE',
    path: '/delayed_job_statuses/:id',
    summary: "Delete a finished background job's status",
    access: 'signed in',
    params: byId,
    responses: { 200: empty },
    problems: [409],
  }),
} as const;
