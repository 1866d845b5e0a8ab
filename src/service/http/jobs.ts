import { endpoints } from '../../contract/endpoints.ts';
import { jobStatusPath } from '../../contract/jobs.ts';
import type { Caller } from '../domain/access/caller.ts';
import { deleteJob, getJob, getStartedJob, jobStatusRecord } from '../domain/jobs.ts';
import type { JobRow } from '../domain/ports.ts';
import { enqueueWrite, performWrite, type Write } from '../jobs/write.ts';
import type { Service } from '../service.ts';
import { respond, type Bind } from './bind.ts';

/** Background job statuses. */
export function jobRoutes(bind: Bind): void {
  bind(endpoints.getJobStatus, async ({ acting, params }) =>
    respond(200, jobStatusRecord(await getJob(acting, params.id))),
  );
  bind(endpoints.getStartedJob, async ({ acting, params }) =>
    respond(200, jobStatusRecord(await getStartedJob(acting, params.request_id))),
  );
  bind(endpoints.deleteJobStatus, async ({ acting, params }) => {
    await deleteJob(acting, params.id);
    return respond(200, {});
  });
}

/** Writes in the background with `respond-async`, otherwise now. @param status of the response if now */
export async function writeOrQueue<const Status extends number, Name extends Write['action']>(
  service: Service,
  { caller, respondAsync }: { caller: Caller; respondAsync: boolean },
  status: Status,
  write: Write<Name>,
) {
  if (respondAsync) return accepted(service, await enqueueWrite(service.work, caller, write));
  const [body] = await service.work.transaction((stores) => performWrite({ stores, caller }, write));
  return respond(status, body);
}

/** Wakes the job runner. @returns the 202 response: the job's status as the body, its path in `Location` */
export function accepted(service: Service, job: JobRow) {
  service.wakeJobs();
  const headers = { Location: jobStatusPath(job.id) };
  return { status: 202 as const, body: jobStatusRecord(job), headers };
}
