import type { FastifyInstance } from 'fastify';
import { endpoints } from '../../contract/endpoints.ts';
import { authenticationResultOf } from '../domain/authentication-result.ts';
import { callerOf, openSession } from '../domain/sessions.ts';
import { checkPassword } from '../domain/sign-in.ts';
import type { Service } from '../service.ts';
import { answer, bind } from './bind.ts';

/** Signing in and out, and who one is. */
export function authenticationRoutes(app: FastifyInstance, service: Service): void {
  const { stores } = service.work;
  bind(app, service, endpoints.signIn, async ({ body, address, setSession }) => {
    const user = await checkPassword(stores, body.data, address, service.now());
    const caller = await callerOf(stores, user.id);
    if (!caller) throw new Error('The user went away while signing in');
    const result = await authenticationResultOf(stores, caller);
    setSession(await openSession(stores, user.id, service.now()));
    return answer(201, result);
  });
  bind(app, service, endpoints.getAuthentication, async ({ caller }) =>
    answer(200, await authenticationResultOf(stores, caller)),
  );
  bind(app, service, endpoints.signOut, async ({ caller, setSession }) => {
    if (caller.sessionHash !== undefined) {
      await stores.sessions.delete(caller.sessionHash);
      setSession(undefined);
    }
    return answer(204, undefined);
  });
}
