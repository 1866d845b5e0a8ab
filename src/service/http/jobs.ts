import { endpoints } from '../../contract/endpoints.ts';
import { deleteJob, getJob, jobStatusRecord } from '../domain/jobs.ts';
import { enqueueWrite, performWrite, type Write } from '../jobs/write.ts';
import type { Service } from '../service.ts';
import type { Bind } from './bind.ts';
import type { Context } from './requests/context.ts';

export function jobRoutes(bind: Bind): void {
  bind(endpoints.getJobStatus, async ({ acting, params }) =>
    jobStatusRecord(await getJob(acting, params.id)),
  );
  bind(endpoints.deleteJobStatus, async ({ acting, params }) => {
    await deleteJob(acting, params.id);
    return {};
  });
}

/** Writes in the background with `respond-async`, otherwise now. @returns the response's body */
export async function writeOrQueue<Name extends Write['action']>(
  { work }: Service,
  {
    caller,
    respondAsync,
    accepted,
  }: Pick<Context<typeof endpoints.deleteUser>, 'caller' | 'respondAsync' | 'accepted'>,
  write: Write<Name>,
) {
  if (respondAsync) return accepted(await enqueueWrite(work, caller, write));
  const [body] = await work.transaction((stores) => performWrite({ stores, caller }, write));
  return body;
}
