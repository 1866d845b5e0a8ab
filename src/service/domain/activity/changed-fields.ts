import type { ChangedField, FieldValue } from '../../../contract/activity/changes.ts';

/** A record's properties, as the log of changes shows them. */
export type Values = Readonly<Record<string, FieldValue>>;

/**
 * The properties that differ between two versions of a record.
 * @param before undefined if the record is new
 * @param after undefined if it's deleted
 * @param replaced names of secrets that were replaced
 */
export function changedFields(
  before: Values | undefined,
  after: Values | undefined,
  replaced: readonly string[] = [],
): ChangedField[] {
  const names = Object.keys({ ...before, ...after });
  const changed = names
    .map((name) => ({ name, before: before?.[name] ?? null, after: after?.[name] ?? null }))
    .filter((field) => JSON.stringify(field.before) !== JSON.stringify(field.after));
  return [...changed, ...replaced.map((name) => ({ name, replaced: true }))];
}
