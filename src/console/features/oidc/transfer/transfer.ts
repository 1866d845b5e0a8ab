import { download } from '../../../lib/download.ts';
import { fieldNames, type FormValues } from '../../../data/oidc/fields.ts';
import { emptyForm } from '../../../data/oidc/form-values.ts';
import { msg } from '../../../lib/text.ts';

/** The form as JSON, under the API's names and without the client secret. */
export function toJson(values: FormValues): string {
  const data = Object.fromEntries(fieldNames.map((name) => [name, values[name]]));
  return `${JSON.stringify({ data }, undefined, 2)}\n`;
}

/** A form read from a file, or why it couldn't be read. */
export type ImportResult = { values: FormValues; ignored: string[] } | { problem: string };

/** Reads an export or an API response. A secret in it is ignored on purpose. */
export function fromJson(text: string): ImportResult {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    return { problem: `This file isn't JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
  const outer = isObject(parsed) ? parsed : {};
  const data = isObject(outer['data']) ? outer['data'] : outer;
  const values = { ...emptyForm };
  let found = 0;
  for (const name of fieldNames) {
    const value = data[name];
    if (value === undefined || value === null) continue;
    if (typeof value !== 'string') return { problem: msg`${name} in this file isn't a string` };
    values[name] = value;
    found += 1;
  }
  if (found === 0) return { problem: "This file doesn't contain a provider" };
  const known = new Set<string>([...fieldNames, ...recordOnly]);
  return { values, ignored: Object.keys(data).filter((name) => !known.has(name)) };
}

/** Fields of a record that the service sets; ignoring them needs no mention. */
const recordOnly = ['id', 'created_at', 'updated_at', 'resource'];

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Downloads the form as a JSON file. */
export function exportForm(values: FormValues): void {
  const name = values.name.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '') || 'provider';
  download(`${name}.oidc.json`, 'application/json', toJson(values));
}
