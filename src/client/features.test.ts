import { expect, it } from 'vitest';
import type { Endpoint } from '../contract/endpoint.ts';
import { endpoints } from '../contract/endpoints.ts';
import { oidcOpsEndpoints } from '../contract/endpoints/oidc-ops.ts';
import { usersEndpoints } from '../contract/endpoints/users.ts';
import { ApiError, type ApiErrorKind } from './errors.ts';
import { features, whyFailed } from './features.ts';
import type { ServiceKind } from './kind.ts';

const { listOidcOps } = oidcOpsEndpoints;
const { listUsers, getUser, updateUser, listGroupUsers, listApiKeys } = usersEndpoints;

/** What a rejection means. */
function meaning(
  endpoint: Endpoint,
  status: number,
  { kind, of }: { kind?: ApiErrorKind; of?: ServiceKind } = {},
) {
  return whyFailed(endpoint, new ApiError(kind ?? 'problem', status, ['no']), of) as ApiError;
}

it('knows features by requests that the console makes', () => {
  const paths = Object.values(endpoints).map(({ method, path }) => `${method} ${path}`);
  const own = Object.keys(features).filter((request) => !request.includes(' /-/'));
  expect(own.filter((request) => !paths.includes(request))).toEqual([]);
});

it.each([
  [listUsers, 404, true],
  [listUsers, 405, true],
  [getUser, 405, true],
  [getUser, 501, true],
  [getUser, 404, false],
  [updateUser, 405, false],
  [listUsers, 403, false],
])('concludes from the response to a request what the service lacks: %#', (endpoint, status, lacking) => {
  expect(meaning(endpoint, status).kind === 'not-offered').toBe(lacking);
});

it("takes a server's own page for an unknown address for a lack of extensions only", () => {
  const kind = 'not-the-api';
  expect(meaning(listUsers, 404, { kind }).kind).toBe('not-offered');
  expect(meaning(listUsers, 502, { kind }).kind).toBe(kind);
  expect(meaning(listOidcOps, 404, { kind }).kind).toBe(kind);
});

it("doesn't ask for a later version of a documented service because it lacks an extension", () => {
  for (const of of ['complete', 'documented'] as const) {
    expect(meaning(listOidcOps, 405, { of }).message).toContain('Requires version 9.6.0 or later.');
    expect(meaning(listApiKeys, 405, { of }).message.includes('Requires')).toBe(of === 'complete');
  }
});

it("takes a 404 of a complete service for the lack of the path's record", () => {
  expect(meaning(listGroupUsers, 404, { of: 'complete' }).kind).toBe('problem');
});
