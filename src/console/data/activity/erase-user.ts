import { userIdOf } from '../../../contract/access/users.ts';
import { activityEndpoints } from '../../../contract/endpoints/activity.ts';
import { call } from '../../api/client.ts';

/** Replaces a user's login and addresses in both logs with a pseudonym. @param path the user's path, deleted or not */
export async function eraseUser(path: string): Promise<void> {
  await call(activityEndpoints.forgetUser, { params: { id: userIdOf(path) ?? 0 } });
}
