import { download } from '../../../lib/download.ts';
import { fieldNames, type FormValues } from './fields.ts';
import { emptyForm } from './form-values.ts';

/** The form as JSON, with the document's names and without the client secret. */
export function toJson(values: FormValues): string {
  const data = Object.fromEntries(fieldNames.map((name) => [name, values[name]]));
  return `${JSON.stringify({ data }, undefined, 2)}\n`;
}

/** What was read of a file. */
export type Imported = { values: FormValues; ignored: string[] } | { problem: string };

/** Reads an export, or a record as the service answers it. A secret in it is left out on purpose. */
export function fromJson(text: string): Imported {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    return { problem: `This file is not JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
  const outer = isObject(parsed) ? parsed : {};
  const data = isObject(outer['data']) ? outer['data'] : outer;
  const values = { ...emptyForm };
  let found = 0;
  for (const name of fieldNames) {
    const value = data[name];
    if (value === undefined || value === null) continue;
    if (typeof value !== 'string') return { problem: `${name} in this file is not text` };
    values[name] = value;
    found += 1;
  }
  if (found === 0) return { problem: 'This file has none of the fields of a provider' };
  const known = new Set<string>([...fieldNames, ...recordOnly]);
  return { values, ignored: Object.keys(data).filter((name) => !known.has(name)) };
}

/** What a record has beside the fields of the form; not worth a word when it is left out. */
const recordOnly = ['id', 'created_at', 'updated_at', 'resource'];

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Hands the form to the browser as a file. */
export function exportForm(values: FormValues): void {
  const name = values.name.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '') || 'provider';
  download(`${name}.oidc.json`, 'application/json', toJson(values));
}
