import { changesTo } from '../../lib/changes-to.ts';
import type { Change, ChangedField, FieldValue } from '../../../contract/activity/changes.ts';

/** Field values under the API's names, as far as they're known. */
export type Fields = Readonly<Partial<Record<string, FieldValue>>>;

/** A record as it was after a change. */
export interface Version {
  /** Counts from the oldest one listed. */
  number: number;
  /** The change that led to it; undefined for the version before the oldest change listed. */
  change: Change | undefined;
  /** Fields that none of the changes concerns are missing. */
  values: Fields;
}

/**
 * The versions of a record, newest first. One before the oldest change is added if that didn't create the record.
 * @param changes newest first, as the service lists them; the oldest ones may be missing
 */
export function reconstructVersions(changes: readonly Change[]): Version[] {
  const oldestFirst = changes.toReversed();
  const values: Record<string, FieldValue> = {};
  for (const { fields } of oldestFirst)
    for (const field of fields)
      if (!isSecret(field) && !Object.hasOwn(values, field.name)) values[field.name] = field.before ?? null;
  const created = oldestFirst[0]?.action === 'created';
  const start = changes.length > 0 && !created ? [{ change: undefined, values: { ...values } }] : [];
  const later = oldestFirst.map((change) => {
    for (const field of change.fields) if (!isSecret(field)) values[field.name] = field.after ?? null;
    return { change, values: { ...values } };
  });
  return [...start, ...later].map((version, index) => ({ ...version, number: index + 1 })).toReversed();
}

/** Whether a field is a secret, whose values aren't recorded. */
export function isSecret(field: ChangedField): boolean {
  return field.replaced === true;
}

/** What differs between two versions of a record, field by field, and which secrets were replaced between them. */
export function compareVersions(versions: readonly Version[], one: Version, other: Version): ChangedField[] {
  const [older, newer] = one.number < other.number ? [one, other] : [other, one];
  const differences = Object.entries(changesTo(older.values, newer.values)).map(([name, after]) => ({
    name,
    before: older.values[name] ?? null,
    after,
  }));
  const secrets = versions
    .filter(({ number }) => number > older.number && number <= newer.number)
    .flatMap(({ change }) => change?.fields.filter(isSecret) ?? [])
    .map(({ name }) => name);
  return [...differences, ...[...new Set(secrets)].map((name) => ({ name, replaced: true }))];
}
