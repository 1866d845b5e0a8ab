import { formatNumber } from '../../lib/text.ts';
import { nameOf, resolve, type Description, type Schema } from './description.ts';

/** A schema's type as text: `Group`, `array of string`, `string or null`. */
export function typeOf(schema: Schema, schemas: Description['schemas']): string {
  const name = nameOf(schema);
  if (name !== undefined) return name;
  const { type, items, anyOf, oneOf, enum: values } = resolve(schema, schemas);
  const choices = anyOf ?? oneOf;
  if (choices) return choices.map((choice) => typeOf(choice, schemas)).join(' or ');
  if (values) return values.map((value) => JSON.stringify(value)).join(' or ');
  if (type === 'array') return items ? `array of ${typeOf(items, schemas)}` : 'array';
  return Array.isArray(type) ? type.join(' or ') : (type ?? 'any');
}

/** A schema's limits on one line; empty if it has none. */
export function limitsOf(schema: Schema): string {
  const { minLength, maxLength, minimum, maximum, minItems, maxItems, pattern, format } = schema;
  const byDefault = schema.default;
  return [
    range(minLength, maxLength, 'characters'),
    range(minimum, maximum, ''),
    range(minItems, maxItems, 'entries'),
    format === undefined ? '' : format === 'uri' ? 'absolute URL' : format,
    pattern === undefined ? '' : `matches ${pattern}`,
    byDefault === undefined ? '' : `default ${JSON.stringify(byDefault)}`,
  ]
    .filter(Boolean)
    .join(' · ');
}

function range(min: number | undefined, max: number | undefined, unit: string): string {
  const suffix = unit && ` ${unit}`;
  if (min !== undefined && max !== undefined) return `${formatNumber(min)} to ${formatNumber(max)}${suffix}`;
  if (max !== undefined) return `at most ${formatNumber(max)}${suffix}`;
  return min === undefined ? '' : `at least ${formatNumber(min)}${suffix}`;
}
