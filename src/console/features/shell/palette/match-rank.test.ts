import { expect, it } from 'vitest';
import { matchRank } from './match-rank.ts';

it.each([
  ['EMEA', 'emea', 0],
  ['EMEA', ' Emea ', 0],
  ['EMEA North', 'emea', 1],
  ['North EMEA', 'emea', 2],
  ['Foremeadow (emea)', 'emea', 2],
  ['Foremeadow', 'emea', 3],
  ['Dark theme', 'theme dark', 4],
  ['Americas', 'emea', undefined],
  ['Dark theme', 'theme light', undefined],
])('ranks %j for %j as %j', (name, query, rank) => {
  expect(matchRank(name, query)).toBe(rank);
});
