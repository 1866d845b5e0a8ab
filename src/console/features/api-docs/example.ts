import { resolve, type Description, type Schema } from './description.ts';

const maxDepth = 8;

/**
 * An example that matches a schema: the schema's own example, else a value of its type. Optional properties are left out
 * unless the schema has an example of them.
 */
export function buildExample(schema: Schema, schemas: Description['schemas'], depth = 0): unknown {
  const { type, anyOf, oneOf, ...rest } = resolve(schema, schemas);
  const given = [rest.const, rest.enum?.[0], rest.examples?.[0], rest.default].find(
    (value) => value !== undefined,
  );
  if (given !== undefined) return given;
  const choice = (anyOf ?? oneOf)?.[0];
  if (choice) return depth < maxDepth ? buildExample(choice, schemas, depth + 1) : null;
  const kind = Array.isArray(type) ? type[0] : type;
  if (kind === 'object' || rest.properties) return exampleObject(rest, schemas, depth);
  if (kind === 'array')
    return rest.items && depth < maxDepth ? [buildExample(rest.items, schemas, depth + 1)] : [];
  if (kind === 'integer' || kind === 'number') return Math.max(1, rest.minimum ?? 1);
  if (kind === 'boolean') return false;
  if (kind === 'null' || kind === undefined) return null;
  return 'text'.padEnd(rest.minLength ?? 0, '-');
}

function exampleObject(schema: Schema, schemas: Description['schemas'], depth: number): unknown {
  if (depth >= maxDepth) return {};
  const required = new Set(schema.required);
  return Object.fromEntries(
    Object.entries(schema.properties ?? {})
      .filter(([name, property]) => required.has(name) || hasExample(property))
      .map(([name, property]) => [name, buildExample(property, schemas, depth + 1)]),
  );
}

function hasExample(schema: Schema): boolean {
  return schema.examples !== undefined;
}

/**
 * The body of an update that changes nothing: the record's current values. Write-only properties such as secrets are left
 * out, because sending them would overwrite them.
 * @param record as the service returned it
 */
export function exampleFrom(record: Readonly<Record<string, unknown>>, body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !('data' in body)) return body;
  const data = Object.entries(body.data as Record<string, unknown>)
    .filter(
      ([name, value]) =>
        Object.hasOwn(record, name) && typeof record[name] === typeof value && record[name] !== null,
    )
    .map(([name]) => [name, record[name]]);
  return { data: Object.fromEntries(data) };
}
