import { sql, type Kysely, type RawBuilder } from 'kysely';
import { maxEntry } from '../../../../contract/fields.ts';
import { limits } from '../../../../contract/limits.ts';
import type { LogPage, LogQuery } from '../../../domain/activity/activity-ports.ts';
import type { Tables } from '../../database/schema.ts';
import type { Log } from './activity.ts';

/**
 * Reads a page of a log. Without conditions, entries are counted and skipped by their numbers, which have no gaps.
 * @param conditions of the entries, all of which apply
 */
export async function logPage<Row extends { id: number }>(
  db: Kysely<Tables>,
  log: Log,
  columns: RawBuilder<unknown>,
  conditions: readonly RawBuilder<unknown>[],
  query: LogQuery,
): Promise<LogPage<Row>> {
  const { start, limit, after } = query;
  const { low, high, last } = await findRange(db, log, query);
  const isFiltered = conditions.length > 0;
  const order = after === undefined ? sql`order by id desc` : sql`order by id`;
  const between = (from: number, to: number) => {
    const where = sql.join([sql`id between ${from}::bigint and ${to}::bigint`, ...conditions], sql` and `);
    return sql`from ${sql.table(log)} where ${where} ${order}`;
  };
  // Those counted after the page are read with it: the planner would expect to find a page sooner than it does.
  const found = isFiltered
    ? sql`${between(low, high)} limit ${limit + limits.countedAhead} offset ${start}`
    : after === undefined
      ? between(Math.max(low, high - start - limit + 1), high - start)
      : between(Math.min(maxEntry, low + start), Math.min(high, low + start + limit - 1));
  const page = await sql<{ data: string }>`select coalesce(json_agg(entry), '[]')::text as data
    from (select ${columns} ${found}) entry`.execute(db);
  const read = JSON.parse(page.rows[0]?.data ?? '[]') as Row[];
  const data = read.slice(0, limit);
  const end = data.at(-1)?.id;
  const isFull = data.length === limit;
  const countRows = async () => {
    if (!isFiltered) return Math.max(0, high - low + 1);
    if (end !== undefined || start === 0) return start + read.length;
    // The page starts beyond the last entry, or there's none.
    const result = await sql<{ rows: number }>`select count(*)::int as rows
      from (select 1 ${between(low, high)} limit ${start}) counted`.execute(db);
    return result.rows[0]?.rows ?? 0;
  };
  const rows = await countRows();
  const next = (isFull && after !== undefined ? end : undefined) ?? Math.max(last, after ?? 0);
  return { rows, data, start, next };
}

/** The numbers of the first and the last entry of a period. */
export async function findRange(
  db: Kysely<Tables>,
  log: Log,
  { after, through, since, until }: Omit<LogQuery, 'start' | 'limit'>,
): Promise<{ low: number; high: number; last: number }> {
  const table = sql.table(log);
  const first = since
    ? sql`select id from ${table} where at >= ${since} order by at, id limit 1`
    : sql`select min(id) from ${table}`;
  const end = until
    ? sql`(select id from ${table} where at < ${until} order by at desc, id desc limit 1)`
    : sql`last`;
  const { rows } = await sql<{ low: number; high: number; last: number }>`
    select coalesce((${first}), last + 1) as low, coalesce(${end}, 0) as high, last
    from activity_numbers where log = ${sql.lit(log)}`.execute(db);
  const { low, ...found } = rows[0] ?? { low: 1, high: 0, last: 0 };
  const high = Math.min(found.high, through ?? maxEntry);
  const isEnded = until !== undefined || through !== undefined;
  return { low: Math.max(low, (after ?? 0) + 1), high, last: isEnded ? high : found.last };
}
