import { jobsEndpoints } from '../../../contract/endpoints/jobs.ts';
import { jobIdOf } from '../../../contract/jobs.ts';
import { call } from '../../api/client.ts';
import { isStatus } from '../../api/errors.ts';

/** Removes the status of a finished job from the service; one that is gone already is fine. @throws ApiError */
export async function removeStatus(path: string): Promise<void> {
  try {
    await call(jobsEndpoints.deleteJobStatus, { params: { id: jobIdOf(path) } });
  } catch (error) {
    if (!isStatus(error, 404) && !isStatus(error, 410)) throw error;
  }
}
