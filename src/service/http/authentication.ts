import type { RejectionCode } from '../../contract/activity/sign-in-events.ts';
import {
  referenceHeader,
  sessionCookie,
  type AuthenticationResult,
  type SignIn,
} from '../../contract/access/authentication.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import { endpoints } from '../../contract/endpoints.ts';
import { limits } from '../../contract/limits.ts';
import type { Caller } from '../domain/access/caller.ts';
import { toAuthenticationResult, logoutOf } from '../domain/access/authentication-result.ts';
import { deviceCookie } from '../domain/access/devices.ts';
import { Problem } from '../domain/problem.ts';
import { changePassword, requirePassword } from '../domain/access/own-password.ts';
import { hashPassword } from '../domain/access/passwords.ts';
import { callerOf, openSession, UserGone } from '../domain/access/sessions.ts';
import { checkPassword, WrongPassword } from '../domain/access/sign-in.ts';
import { tokenHash } from '../domain/access/tokens.ts';
import type { Service } from '../service.ts';
import type { Bind } from './bind.ts';
import type { Context } from './requests/context.ts';
import { reject } from './requests/reject.ts';

/** Replaces the browser's session and remembers the browser as a device of this login. */
export async function startSession(
  service: Service,
  { cookies, sessionIds, setCookie }: Pick<Context<Endpoint>, 'cookies' | 'sessionIds' | 'setCookie'>,
  sessionId: string,
  login: string,
): Promise<void> {
  for (const id of sessionIds) await service.work.stores.sessions.delete(tokenHash(id));
  setCookie(sessionCookie, sessionId);
  const device = service.devices.renew(cookies[deviceCookie], login, service.now());
  setCookie(deviceCookie, device, limits.deviceSeconds);
}

type SignInContext = Pick<Context<Endpoint>, 'origin' | 'cookies' | 'withoutSlot' | 'log'>;

function rejectionCodeOf(problem: Problem): RejectionCode | undefined {
  if (problem instanceof WrongPassword) return problem.code;
  return problem.status === 429 ? 'too_many_attempts' : undefined;
}

/**
 * Checks login and password, throttled, and records a rejection.
 * @returns the user, and how to reject the attempt later
 */
async function authenticated(
  service: Service,
  { origin, cookies, withoutSlot, log }: SignInContext,
  values: SignIn,
) {
  const { login } = values;
  const device = service.devices.find(cookies[deviceCookie], login, service.now());
  const from = { loginHash: service.devices.hashOf(login), address: origin.address, device };
  // Waits for a hashing slot before counting the attempt, without holding a database slot.
  const check = () => checkPassword(service.work.stores, values, from, service.now());
  const checked = withoutSlot(() => service.hashing.run(() => service.gate.run(check, { again: true })));
  // In a header, so that the bodies are the same for every login.
  const rejected = async (problem: Problem) => {
    const code = rejectionCodeOf(problem);
    const reference = code && (await reject(service, log, { ...origin, method: 'password', login, code }));
    if (reference === undefined) return problem;
    const headers = { ...problem.headers, [referenceHeader]: reference };
    return problem instanceof WrongPassword
      ? new WrongPassword(problem.code, headers)
      : new Problem(problem.status, problem.detail, headers);
  };
  const user = await checked.catch(async (error: unknown) => {
    throw error instanceof Problem ? await rejected(error) : error;
  });
  return { user, rejected };
}

export function authenticationRoutes(bind: Bind, service: Service): void {
  const { stores } = service.work;
  /** A caller is loaded again after every change to anything that the result shows. */
  const results = new WeakMap<Caller, AuthenticationResult>();
  const resultOf = async (caller: Caller) => {
    const { logout, ...documented } = await toAuthenticationResult({ stores, caller });
    return service.extensions ? { ...documented, logout } : documented;
  };
  bind(endpoints.signIn, async (context) => {
    const { body, origin, cookies, sessionIds, setCookie, mayHaveSession } = context;
    const { user, rejected } = await authenticated(service, context, body.data);
    const caller = await callerOf(stores, user.id, 'session');
    // The user was suspended or deleted while the password was being checked.
    const gone = async () =>
      rejected(new WrongPassword((await stores.users.find(user.id)) ? 'suspended' : 'unknown_user'));
    if (!caller) throw await gone();
    const result = await resultOf(caller);
    if (mayHaveSession) {
      const sessionId = await service.work
        .transaction((within) => openSession(within, user, service.now(), origin))
        .catch(async (error: unknown) => {
          throw error instanceof UserGone ? await gone() : error;
        });
      await startSession(service, { cookies, sessionIds, setCookie }, sessionId, user.login);
    } else await stores.signInEvents.record({ ...origin, method: 'password', login: user.login });
    return result;
  });
  bind(endpoints.getAuthentication, async ({ caller }) => {
    const result = results.get(caller) ?? (await resultOf(caller));
    results.set(caller, result);
    return result;
  });
  bind(endpoints.signOut, async ({ acting, caller, setCookie }) => {
    if ((await logoutOf(acting)).method === 'none')
      throw new Problem(403, ["this session's provider doesn't allow sign-out (logout_method none)"]);
    if (caller.sessionHash !== undefined) {
      await stores.sessions.delete(caller.sessionHash);
      setCookie(sessionCookie, undefined);
    }
    return undefined;
  });
  bind(endpoints.changePassword, async (context) => {
    const { acting, caller, body, withoutSlot } = context;
    const { current_password: password, new_password: replacement } = body.data;
    const { login } = await requirePassword(acting);
    const { user } = await authenticated(service, context, { login, password }).catch((error: unknown) => {
      if (!(error instanceof WrongPassword)) throw error;
      throw new Problem(400, ["current_password: isn't your password"], error.headers);
    });
    const passwordHash = await withoutSlot(() => service.hashing.run(() => hashPassword(replacement)));
    await service.work.transaction((within) =>
      changePassword({ stores: within, caller }, user, passwordHash),
    );
    return {};
  });
}
