import { describe, expect, it } from 'vitest';
import { EditConflict, mergeMembers, rebase, rejectConflicts } from './use-edit.ts';

describe('concurrent edits of one record', () => {
  const base = { name: 'Acme', description: '', rights: ['a'] };

  it('are accepted for different fields, and for equal values of one field', () => {
    const theirs = { ...base, description: 'Theirs', name: 'Both' };
    expect(() => rejectConflicts(base, { name: 'Both', rights: ['b'] }, theirs)).not.toThrow();
  });

  it('are rejected with every field that both changed', () => {
    const theirs = { ...base, name: 'Theirs', rights: ['b'] };
    const reject = () => rejectConflicts(base, { name: 'Mine', description: 'Mine', rights: [] }, theirs);
    expect(reject).toThrow(EditConflict);
    expect(reject).toThrow(
      'name: Someone else changed this to “Theirs”. Save again to replace it.; ' +
        'rights: Someone else changed this. Save again to replace it.',
    );
  });

  it('replace the conflicting fields at the second attempt, and no others', () => {
    const theirs = { ...base, name: 'Theirs', description: 'Theirs' };
    const changes = { name: 'Mine' };
    const next = rebase(base, changes, theirs);
    expect(next).toEqual({ ...base, name: 'Theirs' });
    expect(() => rejectConflicts(next, changes, theirs)).not.toThrow();
  });

  it('merge the additions and removals of a list', () => {
    expect(mergeMembers(['1', '2'], ['2', '3'], ['1', '2', '4'])).toEqual(['2', '4', '3']);
    expect(mergeMembers(['1', '2'], ['1', '2'], ['2'])).toEqual(['2']);
    expect(mergeMembers([], ['1'], ['1'])).toEqual(['1']);
  });
});
