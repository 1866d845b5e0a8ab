import { expect, it } from 'vitest';
import type { Result } from './apply.ts';
import { deletionsToType, headlineOf } from './deletions.ts';
import { plan } from './plan.ts';
import { read } from './read.ts';
import type { Step } from './steps.ts';
import { totalOf } from './summary.ts';

const three = ['A', 'B', 'C'].map(
  (key) => ({ action: 'create', section: 'roles', record: { key } }) as unknown as Step,
);
const results = (...outcomes: Result['outcome'][]) =>
  outcomes.map((outcome, index) => ({ step: three[index], outcome }) as Result);

it.each([
  ['Applied', results('done', 'already', 'done')],
  ['1 applied, 1 failed, 1 not tried', results('done', 'failed')],
  ['1 applied, 0 failed, 2 not tried', results('done')],
])('says %s', (total, found) => {
  expect(totalOf(three, found)).toBe(total);
});

it.each([
  [10, 2, 0],
  [15, 3, 0],
  [14, 3, 3],
  [201, 199, 199],
  [1, 1, 1],
])('of %i providers, deleting %i needs the number %i', async (of, deleted, number) => {
  const providers = Array.from({ length: of }, (_, id) => ({
    resource: `/oidc_ops/${id + 1}`,
    name: `P${id}`,
  }));
  const kept = providers.slice(deleted).map(({ name }) => `{ name: ${name} }`);
  const current = { groups: [{ name: 'Default', group_resource: '/groups/0' }], missing: {} };
  const { steps, deletions } = plan(
    read(`palisade: 1\noidc_providers: [${kept.join(', ')}]`),
    { ...current, oidc_providers: providers },
    { prune: true },
  );
  expect(deletionsToType(deletions)).toBe(number);
  const nouns = of === 1 ? 'provider' : 'providers';
  expect(headlineOf(steps, deletions)).toContain(`${deleted} of ${of} ${nouns} to delete`);
});

it('counts no new groups among those of which some are deleted', () => {
  const groups = ['', 'A', 'B', 'C', 'D'].map((name, id) => ({
    name,
    group_resource: `/groups/${id}`,
    parent_resource: id === 0 ? '' : '/groups/0',
  }));
  const names = Array.from({ length: 100 }, (_, index) => `{ name: N${index} }`);
  const file = read(`palisade: 1\ngroups: [{ name: A }, ${names.join(', ')}]`);
  const { steps, deletions } = plan(file, { groups, missing: {} }, { prune: true });
  expect(deletionsToType(deletions)).toBe(3);
  expect(headlineOf(steps, deletions)).toBe('100 to create, 3 of 4 groups to delete');
});

it('counts groups that no file can name among those of which some are deleted', () => {
  const groups = ['', 'A', 'B', 'B', 'Below'].map((name, id) => ({
    name,
    group_resource: `/groups/${id}`,
    parent_resource: ['', '/groups/0', '/groups/0', '/groups/0', '/groups/3'][id] ?? '',
  }));
  const { steps, deletions } = plan(
    read('palisade: 1\ngroups: []'),
    { groups, missing: {} },
    { prune: true },
  );
  expect(headlineOf(steps, deletions)).toBe('1 of 4 groups to delete');
});
