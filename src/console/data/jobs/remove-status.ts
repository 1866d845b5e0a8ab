import { jobsEndpoints } from '../../../contract/endpoints/jobs.ts';
import { jobIdOf } from '../../../contract/jobs.ts';
import { call } from '../service/call.ts';
import { isStatus } from '../../api/errors.ts';

/** Deletes a finished job's status from the service, if it still exists. @throws ApiError */
export async function removeStatus(path: string): Promise<void> {
  try {
    await call(jobsEndpoints.deleteJobStatus, { params: { id: jobIdOf(path) } });
  } catch (error) {
    if (!isStatus(error, 404) && !isStatus(error, 410)) throw error;
  }
}
