import type { FastifyInstance } from 'fastify';
import { endpoints } from '../../contract/endpoints.ts';
import { jobStatusPath } from '../../contract/jobs.ts';
import { deleteJob, getJob, jobStatusRecord } from '../domain/jobs.ts';
import type { JobRow } from '../domain/ports.ts';
import type { Service } from '../service.ts';
import { bind, respond } from './bind.ts';

/** Background job statuses. */
export function jobRoutes(app: FastifyInstance, service: Service): void {
  const { stores } = service.work;
  bind(app, service, endpoints.getJobStatus, async ({ caller, params }) =>
    respond(200, jobStatusRecord(await getJob(stores, caller, params.id))),
  );
  bind(app, service, endpoints.deleteJobStatus, async ({ caller, params }) => {
    await deleteJob(stores, caller, params.id);
    return respond(200, {});
  });
}

/** The 202 response: the job's status as the body, its path in `Location`. */
export function accepted(job: JobRow) {
  return {
    status: 202 as const,
    body: jobStatusRecord(job),
    headers: { Location: jobStatusPath(job.id) },
  };
}
