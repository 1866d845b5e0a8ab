import { existsSync } from 'node:fs';
import { exportFrom, type ExportedSecret } from '../../configuration/export.ts';
import { exitCodes, type Command } from './command-context.ts';
import { saveFile } from './save-file.ts';

/** Writes a service's records to a file, and says what it lacks and which secrets it needs. @returns the exit code */
export async function exportFile({ options, base, service, terminal, progress }: Command): Promise<number> {
  const { file, only, isPartial } = options;
  const schema = `${base.origin}/-/configuration.schema.json`;
  const current = await service.current(only);
  const { text, missing, notes, secrets } = exportFrom(current, { schema, service: base.host, only });
  const isKept = missing.length > 0 && !isPartial && file !== '-' && existsSync(file);
  Object.assign(progress.report, { file, written: !isKept, missing, notes, secrets });
  if (file === '-') terminal.write(text);
  else if (!isKept) saveFile(file, text);
  for (const note of notes) terminal.error(note);
  if (isKept)
    terminal.error(`${file} stays as it is: add --partial to replace it, or leave out sections by --only`);
  else if (secrets.length > 0) terminal.error(secretLines(secrets).join('\n'));
  return missing.length > 0 ? exitCodes.incomplete : exitCodes.done;
}

function secretLines(secrets: readonly ExportedSecret[]): string[] {
  const lines = secrets.map(({ variable, field, record, endpoint }) => {
    const target = endpoint === undefined ? '' : `, sent to ${endpoint}`;
    return `  ${variable}: ${field} of ${record}${target}`;
  });
  return ['The file names these variables, which are needed to create their records:', ...lines];
}
