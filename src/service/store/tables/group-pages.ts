import { sql, type Kysely, type RawBuilder } from 'kysely';
import { limits } from '../../../contract/limits.ts';
import type { GroupRow, RecordTemplate, WrittenPage } from '../../domain/ports.ts';
import type { Tables } from '../database/schema.ts';

/** Null for an empty page. */
interface Written {
  records: string | null;
}

const columns = sql`id, name, description, mode, customer_id, parent_id`;

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

/** Gets a page of the groups that meet a condition, by id, and their total number. */
export async function groupPage(
  db: Kysely<Tables>,
  condition: RawBuilder<unknown>,
  start: number,
  limit: number,
  template: RecordTemplate,
): Promise<WrittenPage> {
  const all = sql`from groups where ${condition}`;
  const page = sql`select ${columns} ${all} order by id limit ${limit} offset ${start}`;
  const isLarge = limit > limits.pageMax && limit <= limits.groupPageMax;
  const mayExceed = isLarge && template.columns.includes('description');
  const { rows } = await sql<Written & { counted: number }>`select (select count(*)::int ${all}) as counted,
    records from (${written(mayExceed ? shortened(page) : page, template)}) written`.execute(db);
  return { rows: rows[0]?.counted ?? 0, records: rows[0]?.records ?? '', start };
}
