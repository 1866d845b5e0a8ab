import { exportFrom } from '../../../configuration/export.ts';
import { fileLimits, type Section } from '../../../configuration/format.ts';
import { FileError, read } from '../../../configuration/read.ts';
import { fieldsOf, type Current } from '../../../configuration/service.ts';
import { readText } from '../../../contract/text-file.ts';
import { download } from '../../lib/download.ts';
import { notify } from '../notifications/notify.ts';
import { fieldNames } from '../oidc/fields.ts';

export { FileError, read };

interface Exported {
  only?: readonly Section[];
  isUnsaved?: boolean;
}

/** Writes records as a configuration file. */
export function exportText(current: Current, what: Exported = {}) {
  const schema = `${location.origin}/-/configuration.schema.json`;
  return exportFrom(current, { schema, service: location.host, ...what });
}

/** Downloads records as a configuration file, and says which ones it doesn't contain. */
export async function exportFile(name: string, current: Current, what: Exported = {}): Promise<void> {
  const { text, notes } = await exportText(current, what);
  download(`${name}.yaml`, 'application/yaml', text);
  if (notes.length > 0)
    notify.error("Exported, except for what a file can't contain", new Error(notes.join('. ')));
}

/** The text of a configuration file. @throws FileError if it's too long or can't be read */
export async function textOf(file: File): Promise<string> {
  const reject = (message: string) => new FileError([{ line: 1, column: 1, message }]);
  // Of characters there are at most as many as bytes.
  if (file.size > 4 * fileLimits.characters) throw reject('is longer than 32 MB');
  const text = await readText(file).catch((error: Error) => {
    throw reject(error.message);
  });
  return fromOldExport(text);
}

/** Version 0.1 exported a provider as JSON: the record. A secret in it is left out. */
function fromOldExport(text: string): string {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return text;
  }
  const outer = fieldsOf(parsed);
  const fields = 'data' in outer ? fieldsOf(outer['data']) : outer;
  const set = fieldNames.flatMap((name) => (fields[name] ? [[name, fields[name]]] : []));
  if ('palisade' in outer || set.length === 0) return text;
  return JSON.stringify({ palisade: 1, oidc_providers: [Object.fromEntries(set)] }, undefined, 2);
}
