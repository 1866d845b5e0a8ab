import { formatNumber } from '../../lib/text.ts';
import { nameOf, resolve, type Description, type Schema } from './description.ts';

/** The type of a schema in words: `Group`, `array of string`, `string or null`. */
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

/** What a schema demands of a value, as one line; empty where it demands nothing. */
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

function range(least: number | undefined, most: number | undefined, unit: string): string {
  const words = unit && ` ${unit}`;
  if (least !== undefined && most !== undefined)
    return `${formatNumber(least)} to ${formatNumber(most)}${words}`;
  if (most !== undefined) return `at most ${formatNumber(most)}${words}`;
  return least === undefined ? '' : `at least ${formatNumber(least)}${words}`;
}
