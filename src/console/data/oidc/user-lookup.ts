import { usersEndpoints } from '../../../contract/endpoints/users.ts';
import { call } from '../service/call.ts';

/**
 * Whether a user with this login exists and is visible to the caller. The login is sent in the body, to keep it out of
 * URLs.
 * @throws ApiError
 */
export async function userExists(login: string): Promise<boolean> {
  const { body } = await call(usersEndpoints.lookUpUser, { body: { data: { login } } });
  return body.user_resource !== '';
}
