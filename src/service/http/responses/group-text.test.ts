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

const all = { start: 0, limit: 100 };

it('writes the same text as the records', () => {
  for (const row of rows) expect(groupText(row).text).toBe(JSON.stringify(groupRecord(row)));
  const page = groupPageText({ rows: 7, data: rows, start: 5 }, { ...all, start: 5 });
  expect(String(page.text)).toBe(JSON.stringify({ rows: 7, data: rows.map(groupRecord), start: 5 }));
  const empty = groupPageText({ rows: 0, data: [], start: 0 }, all);
  expect(String(empty.text)).toBe('{"rows":0,"data":[],"start":0}');
});

it('writes ids of any length, and pages of any size', () => {
  const data = Array.from({ length: 1_000 }, (_, index) => ({
    ...rows[1],
    id: Math.floor(1.021 ** index),
    name: 'é👋'.repeat(index % 100),
    parent_id: index === 500 ? null : index,
  })) as typeof rows;
  const { text } = groupPageText({ rows: 1_000, data, start: 0 }, all);
  expect(String(text)).toBe(JSON.stringify({ rows: 1_000, data: data.map(groupRecord), start: 0 }));
});

it('uses memory again only once its text has been sent', () => {
  const write = (id: number) =>
    groupPageText({ rows: 1, data: rows.slice(1).map((row) => ({ ...row, id })), start: 0 }, all);
  const [first, second] = [write(1), write(2)];
  const texts = [first, second].map(({ text }) => String(text));
  first.release?.();
  const third = write(3);
  expect(String(second.text)).toBe(texts[1]);
  second.release?.();
  write(4);
  expect(String(third.text)).toContain('"/groups/3"');
});

it('writes only the requested properties', () => {
  const page = { rows: 2, data: rows, start: 0 };
  const fields = ['parent_resource', 'name'];
  expect(JSON.parse(String(groupPageText(page, { ...all, fields }).text))).toEqual({
    rows: 2,
    start: 0,
    data: [
      { name: rows[0]?.name, parent_resource: '' },
      { name: rows[1]?.name, parent_resource: '/groups/0' },
    ],
  });
});
