import { METHODS } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Endpoint } from '../../contract/endpoint.ts';
import { endpoints } from '../../contract/endpoints.ts';
import { Problem } from '../domain/problem.ts';
import type { Service } from '../service.ts';
import { isServed } from './bind.ts';
import { requirePath, unknownPath } from './requests/validate.ts';

// CONNECT is about proxies, and has no path.
const methods = METHODS.filter((method) => method !== 'CONNECT');

/** 405 with `Allow` for methods that a path doesn't support, and 404 for unknown paths. */
export function otherRoutes(app: FastifyInstance, service: Service): void {
  const allowed = new Map<string, Set<string>>(
    service.extensions ? [['/openapi.json', new Set(['GET', 'HEAD'])]] : [],
  );
  for (const method of methods) if (!app.supportedMethods.includes(method)) app.addHttpMethod(method);
  const served = Object.values<Endpoint>(endpoints).filter((each) => isServed(service, each));
  for (const endpoint of served) {
    const known = allowed.get(endpoint.path) ?? new Set();
    allowed.set(endpoint.path, known.add(endpoint.method));
    // Every GET route supports HEAD too (RFC 9110 section 9.3.2).
    if (endpoint.method === 'GET') known.add('HEAD');
  }
  for (const [path, known] of allowed) {
    const refuse = (request: FastifyRequest): never => {
      const endpoint = served.find((each) => each.path === path);
      // 404 takes precedence: a path that doesn't exist has no methods.
      if (endpoint) requirePath(service, endpoint, request);
      const Allow = [...known].join(', ');
      throw new Problem(405, [`${request.method} isn't allowed on this path`], { Allow });
    };
    const method = methods.filter((each) => !known.has(each));
    // Before the body is read, which Fastify requires of QUERY.
    app.route({ method, url: path, onRequest: refuse, handler: refuse });
  }
  app.setNotFoundHandler((request) => {
    throw unknownPath(request);
  });
}
