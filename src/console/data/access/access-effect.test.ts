import { expect, it } from 'vitest';
import { chainOf, role } from '../../../testing/access-roles.ts';
import { effectOf } from './access-effect.ts';

const was = role('Edited', { group: 'ro' }, ['/groups/1']);
const will = role('Edited', { group: 'rw', device: 'ro' }, ['/groups/1']);
const writers = role('Writers', { group: 'rw' }, ['/groups/0']);
const elsewhere = role('Elsewhere', { zone_routing: 'rw' }, ['/groups/99']);
const hidden = role('Hidden group', { group: 'ro' }, ['/groups/99']);
const { path } = was;
const roles = [was, writers, elsewhere, hidden];

const text = async (users: string[][], change: Partial<Parameters<typeof effectOf>[0]> = {}) => {
  const chain = (group: string) =>
    group === '/groups/99' ? { paths: [group], complete: false } : chainOf(group);
  const effect = await effectOf({ path, was, will, users, roles, ...change }, chain, (group) => group);
  return effect.replaceAll(/[\u2068\u2069]/g, '');
};

it('says how many gain and lose what, beside what other roles grant', async () => {
  const users = [[path], [path, elsewhere.path], [path, writers.path]];
  expect(await text(users)).toBe(
    '2 users gain “Devices · view”, “Groups · change” in /groups/1, 1 user gains “Devices · view” in /groups/1; nobody loses anything.',
  );
  expect(await text(users, { was: will, will: was })).toBe(
    'Nobody gains anything; 2 users lose “Devices · view”, “Groups · change” in /groups/1, 1 user loses “Devices · view” in /groups/1.',
  );
  expect(await text([[writers.path]], { was: undefined, will: was })).toBe('Nobody gains or loses anything.');
  expect(await text([[]], { was: undefined, will: writers })).toBe(
    '1 user gains “Groups · change” in every group; nobody loses anything.',
  );
});

it("doesn't count users with roles or groups that aren't known", async () => {
  const unknown = "2 users have roles or groups that you can't view.";
  const users = [[path], [path, '/roles/77'], [path, hidden.path]];
  expect(await text(users)).toBe(
    `1 user gains “Devices · view”, “Groups · change” in /groups/1; nobody loses anything, as far as is known: ${unknown}`,
  );
  expect(await text([[path], [path]], { will: hidden })).toBe(
    `Who gains or loses access isn't known: ${unknown}`,
  );
});
