import type { Endpoint } from '../../../contract/endpoint.ts';
import { endpointsByResource } from '../../../contract/endpoints.ts';
import { openApiDocument } from '../../../contract/openapi/openapi.ts';

/** The parts of a JSON Schema that the page shows. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  enum?: unknown[];
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

type Content = { 'application/json': { schema: Schema } } | undefined;

interface DescribedOperation {
  parameters: {
    name: string;
    in: 'path' | 'query';
    required: boolean;
    description?: string;
    'x-extension'?: boolean;
    schema: Schema;
  }[];
  requestBody?: { content: Content };
  responses: Record<string, { description: string; content: Content }>;
  'x-body-bytes'?: number;
}

const { info, paths, components } = openApiDocument() as unknown as {
  info: { title: string; version: string };
  paths: Record<string, Record<string, DescribedOperation>>;
  components: { schemas: Record<string, Schema> };
};

/** The API's name and version. */
export const title = `${info.title} ${info.version}`;

/** Every operation, in the order of the reference. */
export const operations = Object.entries(endpointsByResource).flatMap(([resource, table]) =>
  Object.entries<Endpoint>(table).map(([id, endpoint]) => operationOf(id, resource, endpoint)),
);

function operationOf(id: string, resource: string, endpoint: Endpoint) {
  const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}');
  const described = paths[path]?.[endpoint.method.toLowerCase()];
  return {
    id,
    resource,
    endpoint,
    path,
    access: accessOf(endpoint),
    parameters: described?.parameters ?? [],
    body: schemaIn(described?.requestBody?.content),
    bodyBytes: described?.['x-body-bytes'],
    responses: Object.entries(described?.responses ?? {}).map(([status, { description, content }]) => ({
      status,
      description,
      schema: schemaIn(content),
    })),
  };
}

function schemaIn(content: Content): Schema | undefined {
  return content?.['application/json'].schema;
}

function accessOf({ access }: Endpoint): string {
  if (typeof access === 'object') return `Privilege ${access.privilege} on feature ${access.feature}`;
  return access === 'public' ? 'Public' : 'Any signed-in user';
}

/** Resolves a reference; properties next to `$ref` override the schema's. */
export function resolve({ $ref, ...schema }: Schema): Schema {
  return $ref === undefined ? schema : { ...components.schemas[nameIn($ref)], ...schema };
}

/** The name of the record that a schema refers to; undefined without a reference. */
export function nameOf({ $ref }: Schema): string | undefined {
  return $ref === undefined ? undefined : nameIn($ref);
}

function nameIn(reference: string): string {
  return reference.slice('#/components/schemas/'.length);
}
