import type { FastifyInstance } from 'fastify';
import type { Endpoint } from '../../contract/endpoint.ts';
import { endpoints } from '../../contract/endpoints.ts';
import { Problem } from '../domain/problem.ts';
import type { Service } from '../service.ts';
import { isServed, requirePath, unknownPath } from './bind.ts';

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'] as const;

/** 405 with `Allow` for methods that a path doesn't support, and 404 for unknown paths. */
export function otherRoutes(app: FastifyInstance, service: Service): void {
  const allowed = new Map<string, Set<string>>(
    service.extensions ? [['/openapi.json', new Set(['GET', 'HEAD'])]] : [],
  );
  const served = Object.values<Endpoint>(endpoints).filter((each) => isServed(service, each));
  for (const endpoint of served) {
    const known = allowed.get(endpoint.path) ?? new Set();
    allowed.set(endpoint.path, known.add(endpoint.method));
    // Every GET route supports HEAD too (RFC 9110 section 9.3.2).
    if (endpoint.method === 'GET') known.add('HEAD');
  }
  for (const [path, known] of allowed) {
    app.route({
      method: methods.filter((method) => !known.has(method)),
      url: path,
      handler: (request) => {
        const endpoint = served.find((each) => each.path === path);
        // 404 takes precedence: a path that doesn't exist has no methods.
        if (endpoint) requirePath(service, endpoint, request);
        throw new Problem(405, [`${request.method} isn't allowed on this path`], {
          Allow: [...known].join(', '),
        });
      },
    });
  }
  app.setNotFoundHandler((request) => {
    throw unknownPath(request);
  });
}
