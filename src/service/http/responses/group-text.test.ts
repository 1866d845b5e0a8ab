import { expect, it } from 'vitest';
import { groupRecord } from '../../domain/groups/group-record.ts';
import { groupPageText, groupText } from './group-text.ts';

const rows = [
  { id: 0, name: 'Default', description: '', mode: 'NONE', customer_id: 0, parent_id: null },
  {
    id: 12,
    name: 'A "quoted" \\ name, 2000000001',
    description: 'Two\nlines\u2028👋 <name>',
    mode: 'X',
    customer_id: 34,
    parent_id: 0,
  },
];

it('writes the same text as the records', () => {
  for (const row of rows) expect(groupText(row).text).toBe(JSON.stringify(groupRecord(row)));
  const page = { rows: 7, data: rows, start: 5 };
  const query = { start: 5, limit: 100 };
  expect(groupPageText(page, query).text).toBe(
    JSON.stringify({ rows: 7, data: rows.map(groupRecord), start: 5 }),
  );
});

it('writes only the requested properties', () => {
  const page = { rows: 2, data: rows, start: 0 };
  const query = { start: 0, limit: 100, fields: ['parent_resource', 'name'] };
  expect(JSON.parse(groupPageText(page, query).text)).toEqual({
    rows: 2,
    start: 0,
    data: [
      { name: rows[0]?.name, parent_resource: '' },
      { name: rows[1]?.name, parent_resource: '/groups/0' },
    ],
  });
});
