import type { FastifyInstance } from 'fastify';
import { endpoints, type EndpointName } from '../../contract/endpoints.ts';
import { Problem } from '../domain/problem.ts';
import { unknownPath } from './bind.ts';

/** Endpoints of the contract that this version of the embedded service does not have yet: they answer 404. */
export const notServed: ReadonlySet<EndpointName> = new Set(['importGroups', 'refreshOidcOps']);

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** 405 with `Allow` for every method that a served path does not have, and 404 for every other path. */
export function otherRoutes(app: FastifyInstance): void {
  const allowed = new Map<string, Set<string>>([['/openapi.json', new Set(['GET'])]]);
  for (const [name, { method, path }] of Object.entries(endpoints)) {
    // Object.entries widens the names of the table to strings.
    if (notServed.has(name as EndpointName)) continue;
    const known = allowed.get(path) ?? new Set();
    allowed.set(path, known.add(method));
  }
  for (const [path, known] of allowed) {
    app.route({
      method: methods.filter((method) => !known.has(method)),
      url: path,
      handler: (request) => {
        throw new Problem(405, [`${request.method} is not possible here`], { Allow: [...known].join(', ') });
      },
    });
  }
  app.setNotFoundHandler((request) => {
    throw unknownPath(request);
  });
}
