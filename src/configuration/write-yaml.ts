import { escapeUnseen } from '../contract/isolate.ts';
/** Words that some reader of YAML takes for something else than text. */
const notText = /^(?:null|true|false|yes|no|on|off|y|n)$/i;
// What starts with a letter and has none of YAML's marks is the same text without quotes.
const plain = /^\p{L}(?:[\p{L}\p{M}\p{N} _.,()/+>&@-]*[\p{L}\p{M}\p{N}_.,()/+&@-])?$/u;
const key = /^[a-z_]+$/;

/** Whether a text means itself without quotes. */
export function isPlainText(text: string): boolean {
  return text === '/' || (plain.test(text) && !notText.test(text));
}

/** JSON, which is YAML too, without characters that people can't see. */
export function quoted(value: unknown): string {
  return escapeUnseen(JSON.stringify(value));
}

/** Lists of names, and what's empty, are written in one line. */
function isInline(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return Object.keys(value).length === 0;
}

/** The lines of an object or a list in YAML, as `readQuickly` understands it. Undefined values are left out. */
export function* yamlLines(value: object, indent = ''): Generator<string> {
  if (Array.isArray(value)) {
    for (const item of value as unknown[]) {
      if (isInline(item) || Array.isArray(item)) yield `${indent}- ${inline(item)}`;
      else {
        let lead = `${indent}- `;
        for (const line of yamlLines(item as object, `${indent}  `)) {
          yield lead === '' ? line : lead + line.slice(lead.length);
          lead = '';
        }
      }
    }
    return;
  }
  for (const [name, field] of Object.entries(value)) {
    if (field === undefined) continue;
    const label = indent + (key.test(name) ? name : quoted(name));
    if (isInline(field)) yield `${label}: ${inline(field)}`;
    else {
      yield `${label}:`;
      yield* yamlLines(field as object, `${indent}  `);
    }
  }
}

function inline(value: unknown): string {
  return typeof value === 'string' && isPlainText(value) ? value : quoted(value);
}
