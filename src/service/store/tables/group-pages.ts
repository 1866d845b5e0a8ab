import { sql, type Kysely, type RawBuilder } from 'kysely';
import { limits } from '../../../contract/limits.ts';
import type { GroupRow, GroupStore, RecordTemplate, WrittenPage } from '../../domain/ports.ts';
import type { Tables } from '../database/schema.ts';
import { cachedIds } from './cached-ids.ts';
import { inScope } from './scope.ts';

/** Null for an empty page. */
interface Written {
  records: string | null;
}

/** Gets pages of the groups in a scope, by id. */
export function groupPages(db: Kysely<Tables>): GroupStore['list'] {
  const ordered = cachedIds(db);
  return async (scope, start, limit, template) => {
    const key = JSON.stringify(scope);
    const visible = inScope('groups.id', scope);
    const isLarge = limit > limits.pageMax && limit <= limits.groupPageMax;
    const mayExceed = isLarge && template.columns.includes('description');
    const page = (rows: RawBuilder<unknown>) => written(mayExceed ? shortened(rows) : rows, template);
    // Most clients never request the second page.
    if (start === 0)
      return countedPage(
        db,
        sql`from groups where ${visible}`,
        page(sql`${fromGroups} where ${visible} order by id limit ${limit}`),
        start,
      );
    const ids = await ordered(key, sql`select id from groups where ${visible} order by id`);
    const some = isIn(ids.slice(start, start + limit));
    const result = await page(sql`${fromGroups} where ${some} order by id`).execute(db);
    return { rows: ids.length, records: result.rows[0]?.records ?? '', start };
  };
}

const columns = sql`id, name, description, mode, customer_id, parent_id`;
const fromGroups = sql`select ${columns} from groups`;

/** Writes rows as JSON, separated by commas: a row costs much more than its text. */
function written(rows: RawBuilder<unknown>, { texts, columns: names }: RecordTemplate): RawBuilder<Written> {
  const parts = names.map((name, index) => sql`${texts[index]}::text, ${values[name]}`);
  return sql`select string_agg(concat(${sql.join(parts)}, ${texts.at(-1)}::text), ',') as records from (${rows}) page`;
}

/** Columns as JSON, as `RecordTemplate` expects them. */
const values: Record<keyof GroupRow, RawBuilder<unknown>> = {
  id: sql`id`,
  name: sql`to_json(name)`,
  description: sql`to_json(description)`,
  mode: sql`to_json(mode)`,
  customer_id: sql`customer_id`,
  parent_id: sql`coalesce('"/groups/' || parent_id || '"', '""')`,
};

const maxDescriptionBytes = limits.pageMax * limits.description;

/** The first of these groups, whose descriptions take no more memory than those of a page of the usual size. */
function shortened(rows: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select ${columns} from (
      select ${columns}, sum(octet_length(description)) over (order by id rows unbounded preceding) as bytes from (${rows}) large
    ) measured where bytes <= ${maxDescriptionBytes}::int order by id`;
}

/** Whether a group is one of these, whose ids are in order. A range is much faster than a list. */
function isIn(ids: readonly number[]): RawBuilder<boolean> {
  const [first = 0] = ids;
  const last = ids.at(-1) ?? -1;
  if (last - first === ids.length - 1) return sql`id between ${first}::int and ${last}::int`;
  return sql`id = any(${ids}::int[])`;
}

/** Gets pages of a group's direct subgroups, by id. */
export function childPages(db: Kysely<Tables>): GroupStore['listChildren'] {
  return (parentId, scope, start, limit, template) => {
    const children = sql`from groups where parent_id = ${parentId} and ${inScope('groups.id', scope)}`;
    const rows = sql`select ${columns} ${children} order by id limit ${limit} offset ${start}`;
    return countedPage(db, children, written(rows, template), start);
  };
}

/** Gets a page and the total number. */
async function countedPage(
  db: Kysely<Tables>,
  all: RawBuilder<unknown>,
  page: RawBuilder<Written>,
  start: number,
): Promise<WrittenPage> {
  const { rows } = await sql<Written & { counted: number }>`
    select (select count(*)::int ${all}) as counted, records from (${page}) written`.execute(db);
  return { rows: rows[0]?.counted ?? 0, records: rows[0]?.records ?? '', start };
}
