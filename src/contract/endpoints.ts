import type { Endpoint } from './endpoint.ts';
import { activityEndpoints } from './endpoints/activity.ts';
import { alertsEndpoints } from './endpoints/alerts.ts';
import { authenticationEndpoints } from './endpoints/authentication.ts';
import { groupsEndpoints } from './endpoints/groups.ts';
import { jobsEndpoints } from './endpoints/jobs.ts';
import { oidcLoginsEndpoints } from './endpoints/oidc-logins.ts';
import { oidcOpsEndpoints } from './endpoints/oidc-ops.ts';
import { signInTestsEndpoints } from './endpoints/sign-in-tests.ts';
import { rolesEndpoints } from './endpoints/roles.ts';
import { usersEndpoints } from './endpoints/users.ts';

/** Every endpoint of the API and of our extensions, by resource, in the order of the reference. */
export const endpointsByResource = {
  Authentication: authenticationEndpoints,
  Groups: groupsEndpoints,
  'OIDC providers': oidcOpsEndpoints,
  'OIDC sign-in': oidcLoginsEndpoints,
  'Sign-in tests': signInTestsEndpoints,
  'Background jobs': jobsEndpoints,
  'Users and API keys': usersEndpoints,
  Roles: rolesEndpoints,
  Activity: activityEndpoints,
  Alerts: alertsEndpoints,
} as const satisfies Record<string, Record<string, Endpoint>>;

type Table = (typeof endpointsByResource)[keyof typeof endpointsByResource];
type NamesIn<Each> = Each extends Table ? keyof Each : never;
export type EndpointName = NamesIn<Table>;

/**
 * Every endpoint by its name in code and OpenAPI. Pages import the tables of single resources instead, so that
 * a page loads only what it needs.
 */
export const endpoints = Object.assign({}, ...Object.values(endpointsByResource)) as {
  [Name in EndpointName]: Extract<Table, Record<Name, unknown>>[Name];
};
