import { fieldNames, type FieldName, type FormValues } from './fields.ts';

/** A field that somebody changed since the form was opened: here, elsewhere, or both. */
export interface FieldConflict {
  field: FieldName;
  base: string;
  mine: string;
  theirs: string;
  /** Both changed it, to different values: one of them has to be chosen. */
  overlaps: boolean;
}

/** Every field that is no longer as it was when the form was opened. */
export function conflictsOf(base: FormValues, mine: FormValues, theirs: FormValues): FieldConflict[] {
  return fieldNames
    .map((field) => ({ field, base: base[field], mine: mine[field], theirs: theirs[field] }))
    .filter((values) => values.mine !== values.base || values.theirs !== values.base)
    .map((values) => ({
      ...values,
      overlaps: values.mine !== values.base && values.theirs !== values.base && values.mine !== values.theirs,
    }));
}

/** Whose value is taken where both changed a field. */
export type Choice = 'mine' | 'theirs';

/** What is saved: what either changed alone, and what was chosen where both did. */
export function merged(
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
