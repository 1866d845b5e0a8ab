import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Page } from '../../../contract/paging.ts';
import type { GroupRow, Scope } from '../../domain/ports.ts';
import type { Tables } from '../database/schema.ts';
import { cachedIds, snapshot } from './cached-ids.ts';
import { inScope } from './scope.ts';

/** A page's values by column, null if it's empty: a row costs the database much more than an element of an array. */
type Columns = { [Name in keyof GroupRow]: GroupRow[Name][] | null };

const maxKept = 20;

/** Gets pages of the groups in a scope, by id. */
export function groupPages(db: Kysely<Tables>) {
  const ordered = cachedIds(db);
  const firstPage = firstPages(db);
  return async (scope: Scope, start: number, limit: number): Promise<Page<GroupRow>> => {
    const key = JSON.stringify(scope);
    const visible = inScope('groups.id', scope);
    // Most clients never request the second page.
    if (start === 0) return firstPage(key, visible, limit);
    const ids = await ordered(key, sql`select id from groups where ${visible} order by id`);
    const page = ids.slice(start, start + limit);
    const result = await sql<Columns>`select ${columns}
      from (select * from groups where id = any(${page}::int[]) order by id) page`.execute(db);
    return { rows: ids.length, data: rowsOf(result.rows[0]), start };
  };
}

/** Gets first pages with the total number, which is counted anew only if anything was written since: see `cachedIds`. */
function firstPages(db: Kysely<Tables>) {
  const kept = new Map<string, { snapshot: string; rows: number }>();
  return async (key: string, condition: RawBuilder<boolean>, limit: number): Promise<Page<GroupRow>> => {
    const known = kept.get(key);
    const result = await sql<Columns & { snapshot: string | null; counted: number | null }>`
      select snapshot, case when snapshot = ${known?.snapshot ?? null}::text then null
          else (select count(*)::int from groups where ${condition}) end as counted, page.*
      from (select ${snapshot} as snapshot) current,
        (select ${columns} from (select * from groups where ${condition} order by id limit ${limit}) page) page`.execute(
      db,
    );
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
    select (select count(*)::int ${children}) as counted, ${columns}
    from (select * ${children} order by id limit ${limit} offset ${start}) page`.execute(db);
  return { rows: result.rows[0]?.counted ?? 0, data: rowsOf(result.rows[0]), start };
}

const columns = sql`json_agg(id) as id, json_agg(name) as name, json_agg(description) as description,
  json_agg(mode) as mode, json_agg(customer_id) as customer_id, json_agg(parent_id) as parent_id`;

function rowsOf(page: Columns | undefined): GroupRow[] {
  const { name, description, mode, customer_id: customerIds, parent_id: parents } = page ?? {};
  return (page?.id ?? []).map((id, index) => ({
    id,
    name: name?.[index] ?? '',
    description: description?.[index] ?? '',
    mode: mode?.[index] ?? '',
    customer_id: customerIds?.[index] ?? 0,
    parent_id: parents?.[index] ?? null,
  }));
}
