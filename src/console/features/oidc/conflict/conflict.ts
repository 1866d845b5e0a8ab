import { fieldNames, type FieldName, type FormValues } from '../../../data/oidc/fields.ts';

/** A field that changed since the form was opened: here, elsewhere or both. */
export interface FieldConflict {
  field: FieldName;
  base: string;
  mine: string;
  theirs: string;
  /** Both sides changed it, to different values, so the user has to choose. */
  overlaps: boolean;
}

/** Every field that either side changed since the form was opened. */
export function findConflicts(base: FormValues, mine: FormValues, theirs: FormValues): FieldConflict[] {
  return fieldNames
    .map((field) => ({ field, base: base[field], mine: mine[field], theirs: theirs[field] }))
    .filter((values) => values.mine !== values.base || values.theirs !== values.base)
    .map((values) => ({
      ...values,
      overlaps: values.mine !== values.base && values.theirs !== values.base && values.mine !== values.theirs,
    }));
}

/** Which value to keep where both sides changed a field. */
export type Choice = 'mine' | 'theirs';

/** The values to save: each side's own changes, and the chosen value where they overlap. */
export function mergeChanges(
  theirs: FormValues,
  conflicts: readonly FieldConflict[],
  choices: Partial<Record<FieldName, Choice>>,
): FormValues {
  const values = { ...theirs };
  for (const { field, base, mine, overlaps } of conflicts) {
    if (overlaps ? choices[field] === 'mine' : mine !== base) values[field] = mine;
  }
  return values;
}
