import { describe, expect, it } from 'vitest';
import { stepsOf } from './getting-started-card.tsx';

const all = { group: true, provider: true, user: true };
const empty = { groups: 1, providers: 0, users: 1, roles: 1 };
const states = (counts: Parameters<typeof stepsOf>[0], may = all) =>
  stepsOf(counts, may)?.map(({ id, done }) => `${id} ${done ? 'done' : 'open'}`);

describe('the getting-started steps', () => {
  it('are open on an empty service, and complete themselves', () => {
    expect(states(empty)).toEqual(['group open', 'provider open', 'user open']);
    expect(states({ ...empty, providers: 1, users: 2 })).toEqual([
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
    expect(states(empty, { ...all, user: false })).toEqual(['group open', 'provider open']);
  });
});
