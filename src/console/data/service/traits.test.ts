import { expect, it, onTestFinished } from 'vitest';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { endpoints } from '../../../contract/endpoints.ts';
import { oidcOpsEndpoints } from '../../../contract/endpoints/oidc-ops.ts';
import { rolesEndpoints } from '../../../contract/endpoints/roles.ts';
import { usersEndpoints } from '../../../contract/endpoints/users.ts';
import { ApiError, isNotOffered, type ApiErrorKind } from '../../api/errors.ts';
import { serviceKind } from './kind.ts';
import { featureOf, lackedFeatures, learnFrom } from './traits.ts';

const { listOidcOps } = oidcOpsEndpoints;
const { listUsers, getUser, updateUser, listGroupUsers } = usersEndpoints;
const rejection = (status: number, kind: ApiErrorKind = 'problem') =>
  Promise.reject(new ApiError(kind, status, ['no']));

it('knows features by requests that the console makes', () => {
  const paths = Object.values(endpoints).map(({ method, path }) => `${method} ${path}`);
  const own = [...featureOf.keys()].filter((request) => !request.includes(' /-/'));
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
])(
  'concludes from the response to a request what the service lacks: %#',
  async (endpoint, status, lacking) => {
    const error: unknown = await learnFrom(endpoint, rejection(status)).catch((reason: unknown) => reason);
    expect(isNotOffered(error)).toBe(lacking);
  },
);

it("takes a server's own page for an unknown address for a lack of extensions only", async () => {
  await expect(learnFrom(listUsers, rejection(404, 'not-the-api'))).rejects.toMatchObject({
    kind: 'not-offered',
  });
  await expect(learnFrom(listUsers, rejection(502, 'not-the-api'))).rejects.toMatchObject({
    kind: 'not-the-api',
  });
  await expect(learnFrom(listOidcOps, rejection(404, 'not-the-api'))).rejects.toMatchObject({
    kind: 'not-the-api',
  });
});

it('offers a feature again once a request for it succeeds', async () => {
  const { listRoles } = rolesEndpoints;
  await expect(learnFrom(listRoles, rejection(404))).rejects.toThrow(
    "This service doesn't offer role management.",
  );
  expect(lackedFeatures.get()).toContain('role management');
  await learnFrom(listRoles, Promise.resolve());
  expect(lackedFeatures.get()).not.toContain('role management');
});

it("doesn't ask for a later version of a documented service because it lacks an extension", async () => {
  const { listApiKeys } = usersEndpoints;
  const detailOf = (endpoint: Endpoint) =>
    learnFrom(endpoint, rejection(405)).catch((error: ApiError) => error.detail.join(' '));
  for (const kind of ['complete', 'documented'] as const) {
    serviceKind.set(kind);
    expect(await detailOf(listOidcOps)).toContain('Requires version 9.6.0 or later.');
    expect((await detailOf(listApiKeys)).includes('Requires')).toBe(kind === 'complete');
  }
  serviceKind.set(undefined);
});

it("takes a 404 of a complete service for the lack of the path's record", async () => {
  serviceKind.set('complete');
  onTestFinished(() => serviceKind.set(undefined));
  await expect(learnFrom(listGroupUsers, rejection(404))).rejects.toMatchObject({ kind: 'problem' });
  expect(lackedFeatures.get()).not.toContain("a group's users");
});
