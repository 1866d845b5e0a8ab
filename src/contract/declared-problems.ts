import type { Endpoint } from './endpoint.ts';
import type { ProblemStatus } from './problems.ts';

/** An endpoint's error statuses: those common to its kind, and its own. */
export function problemsOf(endpoint: Endpoint): ProblemStatus[] {
  const statuses = new Set<ProblemStatus>([400, 406, 500, 503, ...(endpoint.problems ?? [])]);
  if (endpoint.access !== 'public') statuses.add(401);
  if (typeof endpoint.access === 'object') statuses.add(403);
  if (endpoint.params || endpoint.since !== undefined) statuses.add(404);
  if (endpoint.method !== 'GET') statuses.add(413).add(415);
  if (202 in endpoint.responses) statuses.add(429);
  return [...statuses].toSorted((left, right) => left - right);
}
