import { describe, expect, it } from 'vitest';
import { matchRank, rankSections, type PaletteItem } from './rank-items.ts';

const item = (id: string, label: string, keywords = ''): PaletteItem => ({
  id,
  label,
  keywords,
  run: () => undefined,
});
const sections = [
  { label: 'Pages', items: [item('/groups', 'Groups'), item('/jobs', 'Jobs', 'background tasks')] },
  {
    label: 'Groups',
    items: [
      item('/groups/9', 'Support', 'emea'),
      item('/groups/8', 'Team EMEA'),
      item('/groups/7', 'EMEA North'),
      item('/groups/6', 'EMEA South'),
      item('/groups/5', 'EMEA'),
    ],
  },
];
const found = (query: string, recent: string[] = [], most = 10) =>
  rankSections(sections, query, recent, most).map(({ label, items }) => [label, items.map(({ id }) => id)]);

describe("the palette's order", () => {
  it("puts exact matches first, then prefixes, words, and what's found by keywords", () => {
    expect(found('emea')).toEqual([
      ['Groups', ['/groups/5', '/groups/7', '/groups/6', '/groups/8']],
      ['Other matches', ['/groups/9']],
    ]);
  });

  it('puts recent entries first among equal matches', () => {
    expect(found('emea', ['/groups/8', '/groups/6'])).toEqual([
      ['Groups', ['/groups/5', '/groups/6', '/groups/7', '/groups/8']],
      ['Other matches', ['/groups/9']],
    ]);
  });

  it('puts the section with the best match first', () => {
    expect(found('jobs')).toEqual([['Pages', ['/jobs']]]);
    expect(found('s').map(([label]) => label)).toEqual(['Groups', 'Pages']);
    expect(found('background')).toEqual([['Other matches', ['/jobs']]]);
  });

  it('limits each section to its best matches', () => {
    expect(found('emea', [], 2)[0]).toEqual(['Groups', ['/groups/5', '/groups/7']]);
  });
});

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
