import type { FastifyInstance } from 'fastify';
import { endpoints } from '../../contract/endpoints.ts';
import { Problem } from '../domain/problem.ts';
import { unknownPath } from './bind.ts';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** 405 with `Allow` for every method that a served path does not have, and 404 for every other path. */
export function otherRoutes(app: FastifyInstance): void {
  const allowed = new Map<string, Set<string>>([['/openapi.json', new Set(['GET'])]]);
  for (const { method, path } of Object.values(endpoints)) {
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
