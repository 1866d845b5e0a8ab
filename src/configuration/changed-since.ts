import { fingerprintOf } from './export.ts';
import { labelOf, type Step } from './steps.ts';

/** A record that someone else has changed since the file was exported, and that the plan would change. */
export interface ChangedSince {
  label: string;
  path?: string | undefined;
  how: 'changed' | 'created' | 'deleted';
  /** If the service has a log of changes. */
  by?: string;
  at?: string;
}

/** The steps' records that someone has changed since the file with these fingerprints was exported. */
export function changedSince(
  steps: readonly Step[],
  fingerprints: ReadonlyMap<string, string> = new Map(),
): ChangedSince[] {
  const exported = new Set([...fingerprints.keys()].map((key) => key.slice(0, key.indexOf('/'))));
  return steps.flatMap((step): ChangedSince[] => {
    const { action, section, before, path } = step;
    if (!exported.has(section)) return [];
    const label = labelOf(step);
    const [key, now] = fingerprintOf(section, label, before ?? {});
    const then = fingerprints.get(key);
    if (action === 'create') return then === undefined ? [] : [{ label, how: 'deleted' }];
    // A group without a description has no fingerprint.
    if (then === now || (then === undefined && before?.['description'] === '' && section === 'groups'))
      return [];
    return [{ label, path, how: then === undefined && section !== 'groups' ? 'created' : 'changed' }];
  });
}

/** How many changes are looked up. */
const mostAuthors = 20;

/** Adds who changed records, where the service says. */
export async function withAuthors(
  records: readonly ChangedSince[],
  lastChange: (path: string) => Promise<{ login?: string | null; at?: string } | undefined>,
): Promise<ChangedSince[]> {
  const changed = [...records];
  for (const [index, record] of changed.slice(0, mostAuthors).entries()) {
    const change = record.path === undefined ? undefined : await lastChange(record.path);
    changed[index] = {
      ...record,
      ...(change?.login ? { by: change.login } : {}),
      ...(change?.at === undefined ? {} : { at: change.at }),
    };
  }
  return changed;
}
