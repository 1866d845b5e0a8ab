import { resolve, type Schema } from './description.ts';

/**
 * An example that matches a schema: the schema's own, else a value of its type. Optional properties are left out unless
 * the schema has an example of them.
 */
export function buildExample(schema: Schema): unknown {
  const { type, anyOf, properties = {}, items, required = [], ...rest } = resolve(schema);
  const given = [rest.enum?.[0], rest.examples?.[0], rest.default].find((value) => value !== undefined);
  if (given !== undefined) return given;
  if (anyOf?.[0]) return buildExample(anyOf[0]);
  switch (Array.isArray(type) ? type[0] : type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(properties)
          .filter(([name, property]) => required.includes(name) || property.examples)
          .map(([name, property]) => [name, buildExample(property)]),
      );
    case 'array':
      return items ? [buildExample(items)] : [];
    case 'integer':
    case 'number':
      return Math.max(1, rest.minimum ?? 1);
    case 'boolean':
      return false;
    case 'string':
      return 'text'.padEnd(rest.minLength ?? 0, '-');
    default:
      return null;
  }
}
