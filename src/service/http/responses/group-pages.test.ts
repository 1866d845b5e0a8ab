import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anyTestStore } from '../../../testing/databases.ts';
import { recording } from '../../../testing/service.ts';
import { groupRecord } from '../../domain/groups/group-record.ts';
import type { GroupRow } from '../../domain/ports.ts';
import type { Database } from '../../store/database/database.ts';
import { unitOfWork } from '../../store/tables/stores.ts';
import { groupPages } from './group-pages.ts';

const characters = String.fromCharCode(...Array.from({ length: 0x2ff }, (_, index) => index + 1));
const rows: GroupRow[] = [
  { id: 0, name: 'Default', description: '', mode: 'NONE', customer_id: 0, parent_id: null },
  {
    id: 12,
    name: 'A "quoted" \\ name, 2000000001',
    description: `${characters}\u2028\u2029\ufeff\uffff👋 <name> \\u0001`,
    mode: 'X',
    customer_id: 34,
    parent_id: 0,
  },
  ...Array.from({ length: 990 }, (_, index) => ({
    id: 12 + Math.floor(1.021 ** index) + index,
    name: `${index}${'é👋'.repeat(index % 100)}`,
    description: '',
    mode: 'NONE',
    customer_id: index,
    parent_id: index % 2 === 0 ? 0 : 12,
  })),
];

describe.each(anyTestStore())('pages of groups on $name', ({ open }) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
    await database.db.deleteFrom('groups').execute();
    await database.db.insertInto('groups').values(rows).execute();
  });
  afterAll(() => database.close());

  async function pageText(start: number, limit: number, fields?: string[]): Promise<string> {
    const { template, write } = groupPages(fields);
    const { groups } = unitOfWork(database.db, () => new Date(0), recording).stores;
    return write(await groups.list('all', start, limit, template)).text;
  }

  it('are the same text as the records', async () => {
    for (const [start, limit] of [
      [0, 1_000],
      [0, 2],
      [5, 300],
      [2_000, 10],
    ] as const) {
      const data = rows.slice(start, start + limit).map(groupRecord);
      expect(await pageText(start, limit)).toBe(JSON.stringify({ rows: rows.length, data, start }));
    }
  });

  it.each([['name', 'parent_resource'], ['group_resource'], ['users_resource', 'roles_resource', 'mode']])(
    'contain only the requested properties: %s',
    async (...fields) => {
      const data = rows.map((row) =>
        Object.fromEntries(Object.entries(groupRecord(row)).filter(([name]) => fields.includes(name))),
      );
      const all = JSON.stringify({ rows: rows.length, data, start: 0 });
      expect(await pageText(0, 1_000, fields)).toBe(all);
    },
  );
});
