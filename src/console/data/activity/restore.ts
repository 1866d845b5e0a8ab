import type { Change } from '../../../contract/activity/changes.ts';
import { changesTo } from '../../lib/edit/changes-to.ts';
import { isSecret, type Fields } from './versions.ts';
import type { RecordKind } from './record-kinds.ts';

/** What restoring a version does. */
export interface Restoration {
  /** The values to write: those of the version that the record doesn't have now. */
  values: Fields;
  /** Fields that differ but can't be written, such as the group that administers a role. */
  fixed: readonly string[];
}

/**
 * What restoring a version of a record does.
 * @param version the version's known values; fields that never changed keep their current values
 * @param current the record now
 */
export function restorationOf(kind: RecordKind, version: Fields, current: object): Restoration {
  const changed = changesTo(current, version);
  const values = writableOf(kind, changed);
  return { values, fixed: Object.keys(changed).filter((name) => !(name in values) && name in current) };
}

/** The values of a version that an update can write. */
export function writableOf(kind: RecordKind, version: Fields): Fields {
  const writable = Object.entries(version).filter(([name]) => kind.writable.includes(name));
  return Object.fromEntries(writable.map(([name, value]) => [name, value ?? '']));
}

/** The values to create a deleted record from again; undefined unless the change deleted that one record. */
export function lastValues(kind: RecordKind, change: Change): Fields | undefined {
  if (change.action !== 'deleted' || change.count > 1) return undefined;
  const values = change.fields.flatMap((field) => {
    const { name, before = null } = field;
    const used = !isSecret(field) && kind.creatable.includes(name) && before !== null && before !== '';
    return used ? [[name, before] as const] : [];
  });
  return values.length === 0 ? undefined : Object.fromEntries(values);
}
