import type * as z from 'zod/v4/core';
import { authenticationResult } from '../../../contract/access/authentication.ts';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { group, partialGroup } from '../../../contract/groups/groups.ts';
import { jobStatus } from '../../../contract/jobs.ts';
import { problemBody } from '../../../contract/problems.ts';
import { role } from '../../../contract/access/roles.ts';

/** Headings below "Records" in `docs/api.md`. */
const records = new Map<z.$ZodType, string>([
  [group, 'Group'],
  [partialGroup, 'Group'],
  [role, 'Role'],
  [authenticationResult, 'Authentication result'],
  [jobStatus, 'Background job status'],
]);

/**
 * Where `docs/api.md` describes an endpoint's response, or a record in it.
 * @param schema the innermost object around the deviation; absent for the response itself
 */
export function apiReference(endpoint: Endpoint, status: number, schema?: z.$ZodType): string {
  if (schema === problemBody) return 'Errors';
  const isProvider = schema && endpoint.path.startsWith('/oidc_ops') && status < 300;
  const record = isProvider ? 'OIDC provider configuration' : schema && records.get(schema);
  if (record) return `Records › ${record}`;
  const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}');
  return `Endpoints › ${endpoint.method} ${path}${endpoint.extension ? ' (extension)' : ''}`;
}
