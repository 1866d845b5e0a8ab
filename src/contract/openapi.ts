import * as z from 'zod';
import { sessionCookie } from './authentication.ts';
import type { Endpoint } from './endpoint.ts';
import { endpoints } from './endpoints.ts';
import { problemBody, problemStatuses, type ProblemStatus } from './problems.ts';
import { versions } from './versions.ts';

type Json = Record<string, unknown>;

/** The OpenAPI 3.1 description of the management API, made from the endpoint table. */
export function openApiDocument(): Json {
  const paths: Record<string, Json> = {};
  for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(name, endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Management API',
      version: versions.described,
      description:
        'Operations with the tag `extension` are not in the document of the API: a service may lack them.',
    },
    servers: [{ url: '/api' }],
    tags: [{ name: 'document' }, { name: 'extension' }],
    paths,
    components: {
      schemas: { Problem: schemaOf(problemBody, 'output') },
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: sessionCookie },
        token: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: `\`token <API_KEY>\`, from version ${versions.apiKeys} on`,
        },
      },
    },
  };
}

function operation(name: string, endpoint: Endpoint): Json {
  const { access, since, body } = endpoint;
  const notes = [
    typeof access === 'object'
      ? `Needs the privilege \`${access.privilege}\` on the feature \`${access.feature}\`.`
      : '',
    since === undefined ? '' : `Since version ${since}.`,
  ].filter(Boolean);
  return {
    operationId: name,
    summary: endpoint.summary,
    ...(notes.length > 0 ? { description: notes.join(' ') } : {}),
    tags: [endpoint.extension ? 'extension' : 'document'],
    ...(endpoint.extension ? { 'x-extension': true } : {}),
    security: access === 'public' ? [] : [{ session: [] }, { token: [] }],
    parameters: [...parameters(endpoint.params, 'path'), ...parameters(endpoint.query, 'query')],
    ...(body
      ? {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: schemaOf(body, 'input') } },
          },
        }
      : {}),
    responses: responses(endpoint),
  };
}

function parameters(schema: z.core.$ZodType | undefined, place: 'path' | 'query'): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, unknown>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
}

function responses(endpoint: Endpoint): Json {
  const answers: Json = {};
  for (const [status, schema] of Object.entries(endpoint.responses)) {
    answers[status] = {
      description: status === '202' ? 'Goes on in the background; see Location' : 'Done',
      ...(schema ? { content: { 'application/json': { schema: schemaOf(schema, 'output') } } } : {}),
    };
  }
  for (const status of problemsOf(endpoint)) {
    answers[String(status)] = {
      description: problemStatuses[status],
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
    };
  }
  return answers;
}

function problemsOf(endpoint: Endpoint): ProblemStatus[] {
  const statuses = new Set<ProblemStatus>([406, 500, ...(endpoint.problems ?? [])]);
  if (endpoint.access !== 'public') statuses.add(401);
  if (typeof endpoint.access === 'object') statuses.add(403);
  if (endpoint.params || endpoint.since !== undefined) statuses.add(404);
  if (endpoint.query || endpoint.body) statuses.add(400);
  if (endpoint.body) statuses.add(413).add(415);
  return [...statuses].toSorted((left, right) => left - right);
}

/** JSON Schema 2020-12, which OpenAPI 3.1 takes as it is; `any` where zod transforms a value. */
function schemaOf(schema: z.core.$ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return json;
}
