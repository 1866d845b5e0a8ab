import { userIdOf } from '../../../contract/access/users.ts';
import { activityEndpoints } from '../../../contract/endpoints/activity.ts';
import { call } from '../service/call.ts';
import { msg } from '../../lib/text.ts';
import { unreadable } from '../read-back.ts';
import { write, type WriteResult } from '../write.ts';

/** Replaces a user's login and addresses in both logs with a pseudonym. @param path the user's path, deleted or not */
export function eraseUser(path: string, login: string): Promise<WriteResult<object>> {
  const yes = msg`${login} was erased from logs`;
  const find = () => Promise.reject(unreadable({ yes }));
  return write(call(activityEndpoints.forgetUser, { params: { id: userIdOf(path) ?? 0 } }), {
    yes,
    no: msg`${login} wasn't erased from logs`,
    find,
  });
}
