import { sql, type Kysely } from 'kysely';

/** What the service knows about its own database, such as which key its secrets are encrypted with. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create table service_facts (name text primary key, value text not null)`.execute(db);
}
