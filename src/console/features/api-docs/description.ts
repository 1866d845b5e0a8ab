import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { rawCall } from '../../api/exchange.ts';
import { ApiError } from '../../../client/errors.ts';

/** The parts of a JSON Schema that the page shows; `true` and unknown types appear as "any". */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  examples?: unknown[];
  description?: string;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  'x-extension'?: boolean;
}

/** One method on one path. */
export type Operation = ReturnType<typeof operationOf>;

/** An OpenAPI description, in the order of its paths. */
export interface Description {
  title: string;
  version: string;
  operations: Operation[];
  /** Named schemas, by `#/components/schemas/<name>`. */
  schemas: Record<string, Schema>;
}

const anything = z.catchall(z.object({}), z.unknown());
const schemaShape = z.catch(
  z.custom<Schema>((value) => anything.safeParse(value).success),
  {},
);
const content = z.optional(z.catchall(z.object({}), z.object({ schema: z.optional(schemaShape) })));
const operationShape = z.object({
  operationId: z.optional(z.string()),
  summary: z.optional(z.string()),
  tags: z._default(z.array(z.string()), []),
  security: z.optional(z.array(anything)),
  parameters: z._default(
    z.array(
      z.object({
        name: z.string(),
        in: z.string(),
        required: z._default(z.boolean(), false),
        description: z._default(z.string(), ''),
        'x-extension': z._default(z.boolean(), false),
        schema: z._default(schemaShape, {}),
      }),
    ),
    [],
  ),
  requestBody: z.optional(z.object({ content })),
  responses: z._default(
    z.catchall(z.object({}), z.object({ description: z.optional(z.string()), content })),
    {},
  ),
  'x-extension': z._default(z.boolean(), false),
  'x-since': z.optional(z.string()),
  'x-access': z.optional(z.union([z.string(), z.object({ feature: z.string(), privilege: z.string() })])),
  'x-body-bytes': z.optional(z.number()),
});
const documentShape = z.object({
  openapi: z.string().check(z.regex(/^3\./)),
  info: z.object({ title: z.string(), version: z.string() }),
  paths: z.catchall(z.object({}), anything),
  components: z.optional(z.object({ schemas: z.optional(z.catchall(z.object({}), schemaShape)) })),
});
type OperationShape = z.infer<typeof operationShape>;

const methods = ['get', 'post', 'put', 'patch', 'delete'];
const kinds = new Set(['document', 'extension']);

/** Paths that are safe in addresses, commands and exports; a description may come from any service. */
const plainPath = /^(\/[\w{}.~-]*)+$/;

/**
 * Parses an OpenAPI 3 description, without the operations that are invalid.
 * @returns undefined if `json` isn't an OpenAPI 3 description
 */
export function readDescription(json: unknown): Description | undefined {
  const parsed = documentShape.safeParse(json);
  if (!parsed.success) return undefined;
  const { info, paths, components } = parsed.data;
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    (plainPath.test(path) ? methods : []).flatMap((method) => {
      const operation = operationShape.safeParse(item[method]);
      return operation.success ? [operationOf(method.toUpperCase(), path, operation.data)] : [];
    }),
  );
  const schemas = Object.entries(components?.schemas ?? {});
  return {
    title: info.title,
    version: info.version,
    operations,
    schemas: Object.fromEntries(schemas.map(([name, schema]) => [`#/components/schemas/${name}`, schema])),
  };
}

/** @param path relative to the base address, parameters as `{id}` */
function operationOf(method: string, path: string, shape: OperationShape) {
  return {
    id: shape.operationId ?? `${method.toLowerCase()} ${path}`,
    resource: shape.tags.find((tag) => !kinds.has(tag)) ?? path.split('/')[1] ?? '',
    method,
    path,
    summary: (shape.summary ?? '').replaceAll(/\s+/g, ' '),
    access: accessOf(shape),
    since: shape['x-since'],
    extension: shape['x-extension'],
    parameters: shape.parameters.map(({ 'x-extension': extension, ...rest }) => ({ ...rest, extension })),
    body: schemaIn(shape.requestBody?.content),
    bodyBytes: shape['x-body-bytes'],
    responses: Object.entries(shape.responses).map(([status, response]) => ({
      status,
      description: response.description ?? '',
      schema: schemaIn(response.content),
    })),
  };
}

function schemaIn(of: z.infer<typeof content>): Schema | undefined {
  return of?.['application/json']?.schema;
}

function accessOf(shape: OperationShape): string {
  const access = shape['x-access'];
  if (typeof access === 'object') return `Privilege ${access.privilege} on feature ${access.feature}`;
  if (access === 'public' || shape.security?.length === 0) return 'Public';
  return 'Any signed-in user';
}

/** Resolves a reference; properties next to `$ref` override the schema's. */
export function resolve(schema: Schema, schemas: Description['schemas']): Schema {
  const { $ref, ...overrides } = schema;
  const named = $ref !== undefined && Object.hasOwn(schemas, $ref) ? schemas[$ref] : {};
  return $ref === undefined ? schema : { ...named, ...overrides };
}

/** The name of the record that a schema refers to; undefined without a reference. */
export function nameOf(schema: Schema): string | undefined {
  return schema.$ref?.split('/').at(-1);
}

/** The service's own description, else the contract that the console is built on, with a note. */
export const descriptionQuery = queryOptions({
  queryKey: ['api-description'],
  queryFn: async ({ signal }) => {
    const own = await fetchDescription('/api/openapi.json', signal);
    if (own.description) return { description: own.description, note: undefined };
    const built = await fetchDescription('/-/openapi.json', signal);
    if (!built.description)
      throw new ApiError('not-the-api', built.status, ["The gateway doesn't serve its API description"]);
    return {
      description: built.description,
      note: `This service has no API description (status ${own.status}). This is the API that the console is built for. The service may lack the extensions.`,
    };
  },
  staleTime: Number.POSITIVE_INFINITY,
});

async function fetchDescription(address: string, signal: AbortSignal) {
  const called = { method: 'GET', path: address, summary: 'API description' };
  const { status, text } = await rawCall({ called, address, signal });
  try {
    return { status, description: status === 200 ? readDescription(JSON.parse(text)) : undefined };
  } catch {
    return { status, description: undefined };
  }
}
