import { sql, type Kysely } from 'kysely';

/**
 * What is directly below a group, in the order of the lists. By the index of sibling names it would have to be read whole
 * and sorted for every page.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create index groups_children on groups (parent_id, id)`.execute(db);
}
