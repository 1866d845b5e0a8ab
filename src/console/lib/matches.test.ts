import { expect, it } from 'vitest';
import { distinctNames, matches, twinDetails } from './matches.ts';

it('looks for words in any order, also in several texts', () => {
  expect(matches('gmbh acme', 'Acme', 'A GmbH')).toBe(true);
  expect(matches('gmbh acme', 'Acme')).toBe(false);
});

it('distinguishes only records whose names look alike', () => {
  const roles = [
    { name: 'Operators', path: '/roles/1' },
    { name: 'OPERATORS ', path: '/roles/2' },
    { name: 'Op\u200Berators', path: '/roles/4' },
    { name: 'Auditors', path: '/roles/3' },
  ];
  const nameOf = ({ name }: { name: string }) => name;
  const pathOf = ({ path }: { path: string }) => path;
  expect(roles.map(distinctNames(roles, nameOf, pathOf))).toEqual([
    'Operators (/roles/1)',
    'OPERATORS  (/roles/2)',
    'Op\u200Berators (/roles/4)',
    'Auditors',
  ]);
  expect(roles.map(twinDetails(roles, nameOf, pathOf))).toEqual([
    '/roles/1',
    '/roles/2',
    '/roles/4',
    undefined,
  ]);
});
