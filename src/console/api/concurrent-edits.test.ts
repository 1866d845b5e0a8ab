import { describe, expect, it } from 'vitest';
import { mergedMembers, rebased, refuseOverlap } from './concurrent-edits.ts';
import { ApiError } from './errors.ts';

describe('two who change the same record', () => {
  const base = { name: 'Acme', description: '', rights: ['a'] };

  it('may change different fields, or the same one alike', () => {
    const others = { ...base, description: 'Theirs', name: 'Both' };
    expect(() => refuseOverlap(base, { name: 'Both', rights: ['b'] }, others)).not.toThrow();
  });

  it('are told of every field that both changed', () => {
    const theirs = { ...base, name: 'Theirs', rights: ['b'] };
    const refusal = () => refuseOverlap(base, { name: 'Mine', description: 'Mine', rights: [] }, theirs);
    expect(refusal).toThrow(ApiError);
    expect(refusal).toThrow(
      'name: Somebody else changed this meanwhile, to “Theirs”. Save again to replace that; ' +
        'rights: Somebody else changed this meanwhile. Save again to replace that',
    );
  });

  it('save at the second attempt what they were told of, and leave the rest alone', () => {
    const theirs = { ...base, name: 'Theirs', description: 'Theirs' };
    const wanted = { name: 'Mine' };
    const next = rebased(base, wanted, theirs);
    expect(next).toEqual({ ...base, name: 'Theirs' });
    expect(() => refuseOverlap(next, wanted, theirs)).not.toThrow();
  });

  it('keep what each added and removed', () => {
    expect(mergedMembers(['1', '2'], ['2', '3'], ['1', '2', '4'])).toEqual(['2', '4', '3']);
    expect(mergedMembers(['1', '2'], ['1', '2'], ['2'])).toEqual(['2']);
    expect(mergedMembers([], ['1'], ['1'])).toEqual(['1']);
  });
});
