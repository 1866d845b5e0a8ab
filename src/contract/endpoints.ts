import type { Endpoint } from './endpoint.ts';
import { authenticationEndpoints } from './endpoints/authentication.ts';
import { groupsEndpoints } from './endpoints/groups.ts';
import { jobsEndpoints } from './endpoints/jobs.ts';
import { oidcLoginsEndpoints } from './endpoints/oidc-logins.ts';
import { oidcOpsEndpoints } from './endpoints/oidc-ops.ts';
import { rolesEndpoints } from './endpoints/roles.ts';
import { usersEndpoints } from './endpoints/users.ts';

/** Every endpoint of the document and of our extensions, by the name that code and OpenAPI call it. */
export const endpoints = {
  ...authenticationEndpoints,
  ...groupsEndpoints,
  ...oidcOpsEndpoints,
  ...oidcLoginsEndpoints,
  ...jobsEndpoints,
  ...usersEndpoints,
  ...rolesEndpoints,
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof endpoints;
