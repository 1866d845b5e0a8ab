import { sql, type Kysely } from 'kysely';

/** Facts about the database itself, such as which key its secrets are encrypted with. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create table service_facts (name text primary key, value text not null)`.execute(db);
}
