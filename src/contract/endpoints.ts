import type { Endpoint } from './endpoint.ts';
import { authenticationEndpoints } from './endpoints/authentication.ts';
import { groupsEndpoints } from './endpoints/groups.ts';
import { jobsEndpoints } from './endpoints/jobs.ts';
import { oidcLoginsEndpoints } from './endpoints/oidc-logins.ts';
import { oidcOpsEndpoints } from './endpoints/oidc-ops.ts';
import { signInTestsEndpoints } from './endpoints/sign-in-tests.ts';
import { rolesEndpoints } from './endpoints/roles.ts';
import { usersEndpoints } from './endpoints/users.ts';

/**
 * Every endpoint of the API and of our extensions, by its name in code and OpenAPI. The console imports
 * the tables of single resources instead, so that a page loads only what it needs.
 */
export const endpoints = {
  ...authenticationEndpoints,
  ...groupsEndpoints,
  ...oidcOpsEndpoints,
  ...oidcLoginsEndpoints,
  ...signInTestsEndpoints,
  ...jobsEndpoints,
  ...usersEndpoints,
  ...rolesEndpoints,
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof endpoints;
