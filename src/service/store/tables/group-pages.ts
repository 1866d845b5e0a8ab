import { sql, type Kysely, type RawBuilder } from 'kysely';
import { limits } from '../../../contract/limits.ts';
import type { Page } from '../../../contract/paging.ts';
import type { GroupRow } from '../../domain/ports.ts';
import type { Scope } from '../../domain/scope.ts';
import type { Tables } from '../database/schema.ts';
import { cachedIds, snapshot } from './cached-ids.ts';
import { inScope } from './scope.ts';

/**
 * A page's values by column, null if it's empty: a row costs the database much more than an element of an array. As JSON
 * text, which passes between threads faster than arrays.
 */
type Columns = Partial<Record<keyof GroupRow, string | null>>;

const maxKept = 20;

/** Gets pages of the groups in a scope, by id. */
export function groupPages(db: Kysely<Tables>) {
  const ordered = cachedIds(db);
  const firstPage = firstPages(db);
  return async (
    scope: Scope,
    start: number,
    limit: number,
    names: readonly (keyof GroupRow)[] = allColumns,
  ): Promise<Page<GroupRow>> => {
    const key = JSON.stringify(scope);
    const visible = inScope('groups.id', scope);
    const isLarge = limit > limits.pageMax && names !== allColumns && names.includes('description');
    const shorten = isLarge ? shortened : (rows: RawBuilder<unknown>) => rows;
    // Most clients never request the second page.
    if (start === 0) {
      const rows = shorten(sql`select * from groups where ${visible} order by id limit ${limit}`);
      return firstPage(key, visible, rows, columns(names));
    }
    const ids = await ordered(key, sql`select id from groups where ${visible} order by id`);
    const page = ids.slice(start, start + limit);
    const result = await sql<Columns>`select ${columns(names)}
      from (${shorten(sql`select * from groups where ${isIn(page)} order by id`)}) page`.execute(db);
    return { rows: ids.length, data: rowsOf(result.rows[0]), start };
  };
}

const maxDescriptionBytes = limits.pageMax * limits.description;

/** The first of these groups, whose descriptions take no more memory than those of a page of the usual size. */
function shortened(rows: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select * from (
      select *, sum(octet_length(description)) over (order by id rows unbounded preceding) as bytes from (${rows}) large
    ) measured where bytes <= ${maxDescriptionBytes}::int order by id`;
}

/** Whether a group is one of these, whose ids are in order. A range is much faster than a list. */
function isIn(ids: readonly number[]): RawBuilder<boolean> {
  const [first = 0] = ids;
  const last = ids.at(-1) ?? -1;
  if (last - first === ids.length - 1) return sql`id between ${first}::int and ${last}::int`;
  return sql`id = any(${ids}::int[])`;
}

/** Gets first pages with the total number, which is counted anew only if anything was written since: see `cachedIds`. */
function firstPages(db: Kysely<Tables>) {
  const kept = new Map<string, { snapshot: string; rows: number }>();
  return async (
    key: string,
    condition: RawBuilder<boolean>,
    page: RawBuilder<unknown>,
    values: RawBuilder<unknown>,
  ): Promise<Page<GroupRow>> => {
    const known = kept.get(key);
    const result = await sql<Columns & { snapshot: string | null; counted: number | null }>`
      select snapshot, case when snapshot = ${known?.snapshot ?? null}::text then null
          else (select count(*)::int from groups where ${condition}) end as counted, page.*
      from (select ${snapshot} as snapshot) current,
        (select ${values} from (${page}) page) page`.execute(db);
    const [found] = result.rows;
    const rows = found?.counted ?? known?.rows ?? 0;
    kept.delete(key);
    if (found?.snapshot) kept.set(key, { snapshot: found.snapshot, rows });
    const [oldest] = kept.keys();
    if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest);
    return { rows, data: rowsOf(found), start: 0 };
  };
}

/** Gets a page of a group's direct subgroups, by id. */
export async function childPage(
  db: Kysely<Tables>,
  parentId: number,
  scope: Scope,
  start: number,
  limit: number,
): Promise<Page<GroupRow>> {
  const children = sql`from groups where parent_id = ${parentId} and ${inScope('groups.id', scope)}`;
  const result = await sql<Columns & { counted: number }>`
    select (select count(*)::int ${children}) as counted, ${columns(allColumns)}
    from (select * ${children} order by id limit ${limit} offset ${start}) page`.execute(db);
  return { rows: result.rows[0]?.counted ?? 0, data: rowsOf(result.rows[0]), start };
}

const allColumns = ['id', 'name', 'description', 'mode', 'customer_id', 'parent_id'] as const;

function columns(names: readonly (keyof GroupRow)[]): RawBuilder<unknown> {
  return sql.join(names.map((name) => sql`json_agg(${sql.ref(name)})::text as ${sql.ref(name)}`));
}

function rowsOf(page: Columns | undefined): GroupRow[] {
  const values = <Name extends keyof GroupRow>(name: Name) =>
    // The database serialized the column of this name.
    JSON.parse(page?.[name] ?? '[]') as GroupRow[Name][];
  const [names, descriptions, modes] = [values('name'), values('description'), values('mode')];
  const [customerIds, parents] = [values('customer_id'), values('parent_id')];
  return values('id').map((id, index) => ({
    id,
    name: names[index] ?? '',
    description: descriptions[index] ?? '',
    mode: modes[index] ?? '',
    customer_id: customerIds[index] ?? 0,
    parent_id: parents[index] ?? null,
  }));
}
