import { FileError, fileLimits, type Section } from '../../../configuration/format.ts';
import type { Current } from '../../../configuration/service.ts';
import { readText } from '../../../contract/text-file.ts';
import { download } from '../../lib/download.ts';
import { notify } from '../notifications/notify.ts';

/** Downloads records as a configuration file, and says which ones it doesn't contain. */
export async function exportFile(name: string, current: Current, only: readonly Section[]): Promise<void> {
  const { exportFrom } = await import('../../../configuration/export.ts');
  const schema = `${location.origin}/-/configuration.schema.json`;
  const { text, notes } = exportFrom(current, { schema, service: location.host, only });
  download(`${name}.yaml`, 'application/yaml', text);
  if (notes.length > 0)
    notify.error("Exported, except for what a file can't contain", new Error(notes.join('. ')));
}

/** The text of a configuration file. @throws FileError if it's too long or can't be read */
export async function textOf(file: File): Promise<string> {
  const reject = (message: string) => new FileError([{ line: 1, column: 1, message }]);
  // Of characters there are at most as many as bytes.
  if (file.size > 4 * fileLimits.characters) throw reject('is longer than 32 MB');
  return readText(file).catch((error: Error) => {
    throw reject(error.message);
  });
}
