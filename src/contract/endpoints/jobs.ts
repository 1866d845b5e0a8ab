import { endpoint } from '../endpoint.ts';
import { jobStatus } from '../jobs.ts';
import { byId, byRequestId, empty } from './parts.ts';

/** Background jobs. */
export const jobsEndpoints = {
  getJobStatus: endpoint('GET', '/delayed_job_statuses/:id', "Get a background job's status", {
    access: 'signed in',
    params: byId,
    responses: { 200: jobStatus },
  }),
  getStartedJob: endpoint(
    'GET',
    '/requests/:request_id/job',
    'Get the status of the background job that a request started',
    { access: 'signed in', extension: true, params: byRequestId, responses: { 200: jobStatus } },
  ),
  deleteJobStatus: endpoint(
    'DELETE',
    '/delayed_job_statuses/:id',
    "Delete a finished background job's status",
    { access: 'signed in', params: byId, responses: { 200: empty }, problems: [409] },
  ),
} as const;
