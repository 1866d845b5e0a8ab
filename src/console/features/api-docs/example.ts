import { resolve, type Description, type Schema } from './description.ts';

/** Where examples end, because a schema may refer to itself. */
const maxDepth = 8;

/**
 * An example that matches a schema: the schema's own, else a value of its type. Optional properties are left out unless
 * the schema has an example of them.
 */
export function buildExample(schema: Schema, schemas: Description['schemas'], depth = 0): unknown {
  if (depth > maxDepth) return null;
  const of = (inner: Schema) => buildExample(inner, schemas, depth + 1);
  const { type, anyOf, oneOf, properties, items, required = [], ...rest } = resolve(schema, schemas);
  const given = [rest.const, rest.enum?.[0], rest.examples?.[0], rest.default].find(
    (value) => value !== undefined,
  );
  if (given !== undefined) return given;
  const choice = (anyOf ?? oneOf)?.[0];
  if (choice) return of(choice);
  const kind = Array.isArray(type) ? type[0] : type;
  if (kind === 'object' || properties)
    return Object.fromEntries(
      Object.entries(properties ?? {})
        .filter(([name, property]) => required.includes(name) || property.examples)
        .map(([name, property]) => [name, of(property)]),
    );
  if (kind === 'array') return items ? [of(items)] : [];
  if (kind === 'integer' || kind === 'number') return Math.max(1, rest.minimum ?? 1);
  if (kind === 'boolean') return false;
  return kind === 'string' ? 'text'.padEnd(rest.minLength ?? 0, '-') : null;
}
