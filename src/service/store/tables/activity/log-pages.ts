import { sql, type Kysely, type RawBuilder } from 'kysely';
import { maxId } from '../../../../contract/fields.ts';
import { limits } from '../../../../contract/limits.ts';
import type { LogPage, LogQuery } from '../../../domain/activity/activity-ports.ts';
import { plannedEachTime } from '../../database/planning.mjs';
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
  const { low, high, last } = await rangeOf(db, log, query);
  const table = sql.table(log);
  const where = sql.join([sql`id between ${low}::int and ${high}::int`, ...conditions], sql` and `);
  const order = after === undefined ? sql`order by id desc` : sql`order by id`;
  const found =
    conditions.length > 0
      ? sql`where ${where} ${order} limit ${limit} offset ${start}`
      : sql`where id between ${after === undefined ? Math.max(low, high - start - limit + 1) : Math.min(maxId, low + start)}::int
          and ${after === undefined ? high - start : Math.min(high, low + start + limit - 1)}::int ${order}`;
  // What's the best index depends on how frequent the values are.
  const planning = sql.raw(conditions.length > 0 ? plannedEachTime : '');
  const page = await sql<{ data: string }>`${planning} select coalesce(json_agg(entry), '[]')::text as data
    from (select ${columns} from ${table} ${found}) entry`.execute(db);
  const data = JSON.parse(page.rows[0]?.data ?? '[]') as Row[];
  const isLast = data.length < limit && (start === 0 || data.length > 0);
  const rows =
    conditions.length === 0
      ? Math.max(0, high - low + 1)
      : isLast
        ? start + data.length
        : await countUpTo(db, sql`select 1 from ${table} where ${where}`);
  const isFull = after !== undefined && data.length === limit;
  return { rows, data, start, next: (isFull ? data.at(-1)?.id : undefined) ?? Math.max(last, after ?? 0) };
}

/** The numbers of the first and the last entry of a period. */
async function rangeOf(
  db: Kysely<Tables>,
  log: Log,
  { after, since, until }: LogQuery,
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
  const { low, high, last } = rows[0] ?? { low: 1, high: 0, last: 0 };
  return { low: Math.max(low, (after ?? 0) + 1), high, last: until ? high : last };
}

/** Counts the entries that match, up to a limit: counting all would take as long as reading the log. */
async function countUpTo(db: Kysely<Tables>, found: RawBuilder<unknown>): Promise<number> {
  const result = await sql<{ rows: number }>`${sql.raw(plannedEachTime)} select count(*)::int as rows
    from (${found} limit ${limits.countedEntries}) counted`.execute(db);
  return result.rows[0]?.rows ?? 0;
}
