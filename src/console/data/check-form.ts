import * as z from 'zod/mini';
import { shapeOf } from '../../contract/fields.ts';

/** The contract's rules for the body of a write. */
export type BodySchema<Data> = z.core.$ZodType<{ data: Data }>;

/**
 * Checks what a form is about to send against the contract, as react-hook-form's resolvers do.
 * `@hookform/resolvers` would show the messages as they are, and they're written for clients of the API.
 * @param fields labels of the form's fields by name
 * @returns what to send, or what to show at each field
 */
export function checkForm<Data>(
  schema: BodySchema<Data>,
  data: object,
  fields: Readonly<Record<string, { label: string }>>,
): { values: Data | Record<string, never>; errors: Record<string, { type: 'contract'; message: string }> } {
  const result = z.safeParse(schema, { data }, { reportInput: true });
  if (result.success) return { values: result.data.data, errors: {} };
  const errors: Record<string, { type: 'contract'; message: string }> = {};
  for (const { path, message, input } of result.error.issues) {
    const name = String(path[1]);
    errors[name] ??= { type: 'contract', message: toSentence(message, input, fields[name]?.label ?? name) };
  }
  return { values: {}, errors };
}

/** A problem that the contract words for clients of the API (`must not be empty`), as a form words it. */
export function toSentence(message: string, input: unknown, label: string): string {
  if (input === '' && message.startsWith('must be a path /groups/')) return 'Select a group';
  if (input === '' && message === 'must not be empty') return `${label} is required`;
  const [, size] = /^must be (at (?:least|most) \d+ characters)$/.exec(message) ?? [];
  if (size !== undefined && typeof input === 'string') return `Use ${size} (currently ${input.length})`;
  const text = message.replaceAll(/\bmetadata_url\b/g, 'metadata URL');
  return text.startsWith('is required') ? `${label} ${text}` : text.charAt(0).toUpperCase() + text.slice(1);
}

/** The names of the fields that a body can have. */
export function fieldsOf(schema: BodySchema<unknown>): string[] {
  return Object.keys(shapeOf(shapeOf(schema)['data']));
}
