import type { FastifyRequest } from 'fastify';
import { noSessionRenewal } from '../../../contract/access/authentication.ts';
import { configurationHeader, viaConfiguration } from '../../../contract/activity/changes.ts';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { atLeast, versions } from '../../../contract/versions.ts';
import { ExpiredKey, type Credentials } from '../../domain/access/authenticator.ts';
import { requireSomewhere, type Caller } from '../../domain/access/caller.ts';
import { Problem } from '../../domain/problem.ts';
import type { Service } from '../../service.ts';
import { msg } from '../../../contract/isolate.ts';
import { step } from '../../domain/oidc/oidc-sign-in.ts';
import { reject } from './reject.ts';
import { originOf } from './context.ts';
import { prefers } from '../request-rules.ts';
import { sessionIdsOf } from './cookies.ts';

/**
 * Identifies who sends a request.
 * @returns undefined for a public endpoint
 * @throws Problem 401 for an unknown caller, 403 for one who doesn't hold the privilege on any group or may only read, 400 for an invalid name
 *   of a configuration file
 */
export async function authenticate(
  service: Service,
  { access, method, personal }: Endpoint,
  request: FastifyRequest,
): Promise<Caller | undefined> {
  if (access === 'public') return undefined;
  const caller = await service.authenticator
    .identify(credentialsOf(service, request))
    .catch((error: unknown) => rejectExpired(service, request, error));
  if (!caller) throw notSignedIn(service, request);
  // Only a read that identifies a person isn't a GET.
  if (caller.readOnly && method !== 'GET' && !personal)
    throw new Problem(403, [msg`the ${caller.via} is read-only`]);
  if (access !== 'signed in') requireSomewhere(caller, access);
  const file = request.headers[configurationHeader.toLowerCase()];
  return service.extensions && file !== undefined ? { ...caller, via: viaOf(String(file)) } : caller;
}

/** Logs the use of an expired API key. @throws the error */
async function rejectExpired(service: Service, request: FastifyRequest, error: unknown): Promise<never> {
  if (error instanceof ExpiredKey && error.isNews) {
    const { login, expired } = error;
    const steps = [step('local_user', 'failed', `The ${expired}.`)];
    const event = { ...originOf(request), method: 'api_key', login, code: 'expired_key', steps } as const;
    await reject(service, request.log, event);
  }
  throw error;
}

function viaOf(file: string): string {
  const via = viaConfiguration(file);
  if (via !== undefined) return via;
  throw new Problem(400, [`${configurationHeader}: must be the percent-encoded name of a file`]);
}

/** @throws Problem 401 if a request has no credentials, before anything is looked up */
export function requireCredentials(service: Service, request: FastifyRequest): void {
  if (Object.keys(credentialsOf(service, request)).length === 0) throw notSignedIn(service, request);
}

function notSignedIn(service: Service, { headers }: FastifyRequest): Problem {
  const isMissent = headers.authorization ? !keyScheme.test(headers.authorization) : 'x-api-key' in headers;
  return new Problem(401, [
    'sign in first: the session is missing or expired, or the API key is unknown',
    ...(isMissent && atLeast(service.version(), versions.apiKeys)
      ? ['send an API key in the header "Authorization: token <API_KEY>"']
      : []),
  ]);
}

const keyScheme = /^token\s+(\S{1,512})$/i;

function credentialsOf(service: Service, request: FastifyRequest): Credentials {
  const { authorization } = request.headers;
  // Only the Authorization header counts, if there is one: an invalid key never falls back to a cookie.
  if (authorization !== undefined) {
    return { apiKey: keyScheme.exec(authorization)?.[1] ?? '' };
  }
  const sessionIds = sessionIdsOf(request, service.secureCookies);
  return sessionIds.length === 0 ? {} : { sessionIds, isPolling: prefers(request, noSessionRenewal) };
}
