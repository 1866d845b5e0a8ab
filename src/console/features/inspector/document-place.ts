import type * as z from 'zod/v4/core';
import { authenticationResult } from '../../../contract/access/authentication.ts';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { group, partialGroup } from '../../../contract/groups/groups.ts';
import { jobStatus } from '../../../contract/jobs.ts';
import { problemBody } from '../../../contract/problems.ts';
import { role } from '../../../contract/access/roles.ts';

/** Records that the document describes in a table of their own. */
const records = new Map<z.$ZodType, string>([
  [group, 'Group'],
  [partialGroup, 'Group'],
  [role, 'Role'],
  [authenticationResult, 'Authentication result'],
  [jobStatus, 'Background job status'],
]);

/** Sections on endpoints, by how their paths begin. */
const sections: readonly [path: string, section: string, record?: string][] = [
  ['/authentication', 'Authentication'],
  ['/groups', 'Groups'],
  ['/oidc_ops', 'OIDC providers', 'OIDC provider configuration'],
  ['/delayed_job_statuses', 'Background jobs'],
];

/**
 * Where the API's document describes an answer of an endpoint, or the record in it that a schema stands for.
 * @param schema the innermost object around what deviates; none for the answer as a whole
 */
export function documentPlace(endpoint: Endpoint, status: number, schema?: z.$ZodType): string {
  const line = `${endpoint.method} ${endpoint.path.replaceAll(/:(\w+)/g, '<$1>')}`;
  if (schema === problemBody) return 'Errors, 2';
  const record = schema && records.get(schema);
  if (record) return `Resources and their fields › ${record}`;
  if (endpoint.extension) return `Not in the document: extension ${line}`;
  const section = sections.find(([path]) => endpoint.path.startsWith(path));
  if (!section) return `Not in the document: ${line}`;
  const [, title, ofRecord] = section;
  if (schema && ofRecord && status < 300) return `Resources and their fields › ${ofRecord}`;
  return `Endpoints › ${title}: ${line}`;
}
