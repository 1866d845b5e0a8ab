import * as z from 'zod/mini';
import { cookieName, sessionCookie } from '../access/authentication.ts';
import { errorStatuses, type Endpoint } from '../endpoint.ts';
import { endpointsByResource } from '../endpoints.ts';
import { limits } from '../limits.ts';
import { named, notes, queryNotes, type Note } from './openapi-notes.ts';
import { problemBody, problemStatuses } from '../problems.ts';
import { versions } from '../versions.ts';

type Json = Record<string, unknown>;

let written: string | undefined;

/** The OpenAPI description as JSON, generated on first use because it takes a while. */
export function openApiJson(): string {
  written ??= JSON.stringify(generate()).replaceAll('"#/$defs/', '"#/components/schemas/');
  return written;
}

/** The OpenAPI 3.1 description of the management API, generated from the endpoint tables. */
export function openApiDocument(): Json {
  return JSON.parse(openApiJson()) as Json;
}

function generate(): Json {
  const paths: Record<string, Json> = {};
  const schemas: Record<string, unknown> = { Problem: toSchema(problemBody, 'output', {}) };
  for (const [resource, table] of Object.entries(endpointsByResource)) {
    for (const [name, endpoint] of Object.entries<Endpoint>(table)) {
      const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
      const method = endpoint.method.toLowerCase();
      paths[path] = { ...paths[path], [method]: operation(name, endpoint, resource, schemas) };
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Management API',
      version: versions.described,
      description: "Operations tagged `extension` aren't part of the API: a remote service may lack them.",
    },
    servers: [{ url: '/api' }],
    tags: [...Object.keys(endpointsByResource), 'document', 'extension'].map((name) => ({ name })),
    paths,
    components: {
      schemas,
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: sessionCookie,
          description: `\`${cookieName(sessionCookie, true)}\` over TLS`,
        },
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

function operation(
  name: string,
  endpoint: Endpoint,
  resource: string,
  schemas: Record<string, unknown>,
): Json {
  const { access, since, body } = endpoint;
  const needs =
    typeof access === 'object' &&
    `Needs the privilege \`${access.privilege}\` on the feature \`${access.feature}\`.`;
  const notesOfAccess = [needs, since !== undefined && `Since version ${since}.`].filter(Boolean);
  return {
    operationId: name,
    summary: endpoint.summary,
    description: notesOfAccess.join(' ') || undefined,
    tags: [resource, endpoint.extension ? 'extension' : 'document'],
    'x-extension': endpoint.extension,
    'x-access': access,
    'x-since': since,
    'x-body-bytes': body && (endpoint.bodyBytes ?? limits.bodyBytes),
    security: access === 'public' ? [] : [{ session: [] }, { token: [] }],
    parameters: [...parameters(endpoint.params, 'path'), ...parameters(endpoint.query, 'query')],
    requestBody: body && {
      required: true,
      content: { 'application/json': { schema: toSchema(body, 'input', schemas, resource) } },
    },
    responses: responses(endpoint, schemas, resource),
  };
}

function parameters(schema: z.core.$ZodType | undefined, place: 'path' | 'query'): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = toSchema(schema, 'input', {}) as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...keywords }: Partial<Note> = (place === 'query' && queryNotes[name]) || {};
    return {
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      description,
      // The API has no query parameters.
      'x-extension': place === 'query' || undefined,
      schema: { ...property, ...keywords },
    };
  });
}

function responses(endpoint: Endpoint, schemas: Record<string, unknown>, resource: string): Json {
  const byStatus: Json = {};
  for (const [status, schema] of Object.entries(endpoint.responses))
    byStatus[status] = {
      description: successes[status] ?? 'Done',
      content: schema
        ? { 'application/json': { schema: toSchema(schema, 'output', schemas, resource) } }
        : undefined,
    };
  for (const status of errorStatuses(endpoint))
    byStatus[String(status)] = {
      description: problemStatuses[status],
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
    };
  return byStatus;
}

const successes: Readonly<Record<string, string>> = {
  201: 'Created',
  202: 'Continues in the background; see Location',
  204: 'Done, without a body',
  302: 'Redirect; see Location',
};

/** Records whose properties are also those of bodies and lists, by resource. */
const records: Readonly<Record<string, string>> = {
  Groups: 'Group',
  'OIDC providers': 'OidcOp',
  Roles: 'Role',
};

/**
 * JSON Schema 2020-12, as OpenAPI 3.1 uses it; `any` where zod transforms a value. Named records become
 * references.
 * @param schemas collects the named records
 * @param resource that a body or a list belongs to
 */
function toSchema(
  schema: z.core.$ZodType,
  io: 'input' | 'output',
  schemas: Record<string, unknown>,
  resource = '',
): Json {
  const id = named.get(schema)?.id;
  const {
    $schema: _,
    $defs,
    ...json
  } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    metadata: named,
    // The bounds of JavaScript integers aren't part of the API.
    override: ({ jsonSchema, zodSchema }) => {
      Object.assign(jsonSchema, z.globalRegistry.get(zodSchema));
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  for (const [name, definition] of Object.entries($defs ?? {}))
    schemas[name] ??= annotate(definition, name, io);
  if (id === undefined) return annotate(json, records[resource] ?? '', io);
  schemas[id] ??= annotate(json, id, io);
  return { $ref: `#/components/schemas/${id}` };
}

/** Adds `notes` to each property. Limits apply to requests only: responses may come from other services. */
function annotate(schema: Json, owner: string, io: 'input' | 'output'): Json {
  const { id: _, properties, ...rest } = schema as Json & { properties?: Record<string, Json> };
  const annotated = Object.fromEntries(
    Object.entries(rest).map(([keyword, value]) => [
      keyword,
      keyword === 'items' && isJson(value) ? annotate(value, owner, io) : value,
    ]),
  );
  if (!properties) return annotated;
  const described = Object.entries(properties).map(([name, property]) => {
    const { maxLength, format, examples, ...note } = notes[`${owner}.${name}`] ?? notes[name] ?? {};
    const limited =
      io === 'input' ? { ...(maxLength ? { maxLength } : {}), ...(format ? { format } : {}) } : {};
    // Examples show requests; a response may contain the whole record instead.
    const example = examples && !('$ref' in property) ? { examples } : {};
    // `data` is a wrapper; properties nested in any other property belong to it.
    const nested = annotate(property, name === 'data' ? owner : name, io);
    return [name, { ...nested, ...limited, ...example, ...note }];
  });
  return { ...annotated, properties: Object.fromEntries(described) };
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
