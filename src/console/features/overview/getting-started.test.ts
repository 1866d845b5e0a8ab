import { describe, expect, it } from 'vitest';
import { stepsOf } from './getting-started-card.tsx';

const all = { group: true, provider: true, user: true };
const exactly = (count: number) => ({ count, exact: true });
const empty = { groups: exactly(1), providers: exactly(0), users: exactly(1), roles: exactly(1) };
const states = (counts: Parameters<typeof stepsOf>[0], may = all) =>
  stepsOf(counts, may)?.map(({ id, done }) => `${id} ${done ? 'done' : 'open'}`);

describe('the getting-started steps', () => {
  it('are open on an empty service, and complete themselves', () => {
    expect(states(empty)).toEqual(['group open', 'provider open', 'user open']);
    expect(states({ ...empty, providers: exactly(1), users: exactly(2) })).toEqual([
      'group open',
      'provider done',
      'user done',
    ]);
  });

  it('are unknown until everything is counted', () => {
    expect(states({ ...empty, users: 'loading' })).toBeUndefined();
  });

  it("omit what the service doesn't offer, what can't be counted, and what the user can't do", () => {
    expect(states({ ...empty, users: undefined, providers: 'unknown' })).toEqual(['group open']);
    expect(states({ ...empty, groups: { count: 1, exact: false } })).toEqual(['provider open', 'user open']);
    expect(states({ ...empty, groups: { count: 2, exact: false } })).toContain('group done');
    expect(states(empty, { ...all, user: false })).toEqual(['group open', 'provider open']);
  });
});
