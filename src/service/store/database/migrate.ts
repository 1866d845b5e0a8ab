import { Migrator, sql, type Kysely, type Migration } from 'kysely';
import * as foundation from './migrations/0001-foundation.ts';
import * as access from './migrations/0002-access.ts';
import * as oidc from './migrations/0003-oidc.ts';
import * as jobParts from './migrations/0007-job-parts.ts';
import * as signInTests from './migrations/0008-sign-in-tests.ts';
import * as activity from './migrations/0013-activity.ts';
import * as loginSkeletons from './migrations/0015-login-skeletons.ts';
import * as searchTexts from './migrations/0017-search-text.ts';
import * as sessionDetails from './migrations/0018-session-details.ts';
import * as alerts from './migrations/0019-alerts.ts';
import * as byteOrder from './migrations/0021-byte-order.ts';
import type { Tables } from './schema.ts';
import { StoreError } from './store-error.ts';

interface Change {
  statements: readonly string[];
  /** What SQL can't do, after the statements. */
  fill?(db: Kysely<unknown>): Promise<void>;
}

/** What a later change undoes. */
const removed: Change = { statements: [] };

/** Every change of the schema, in order; long ones have a file. One that has shipped is never edited. */
const changes: Readonly<Record<string, Change>> = {
  '0001-foundation': foundation,
  '0002-access': access,
  '0003-oidc': oidc,
  // Direct subgroups in list order. With only the index of sibling names, all of them would have to be read and sorted for every page.
  '0004-group-children': { statements: [`create index groups_children on groups (parent_id, id)`] },
  // Facts about the database itself, such as which key its secrets are encrypted with.
  '0005-service-facts': {
    statements: [`create table service_facts (name text primary key, value text not null)`],
  },
  '0007-job-parts': jobParts,
  '0008-sign-in-tests': signInTests,
  '0011-access-generations': removed,
  '0013-activity': activity,
  '0014-access-changes': removed,
  '0015-login-skeletons': loginSkeletons,
  // Earlier versions counted changes to anyone's access. Its triggers end with their function.
  '0016-no-access-generations': {
    statements: [
      'drop function if exists change_access() cascade',
      'drop table if exists access_generations',
    ],
  },
  '0017-search-text': searchTexts,
  '0018-session-details': sessionDetails,
  '0019-alerts': alerts,
  // When alerts were received. Those that were given up on had been tried for a day, mostly every hour.
  '0020-alert-deliveries': {
    statements: [
      `alter table alerts add column delivered_at timestamptz`,
      `update alerts set delivered_at = at where next_at is null and attempts < 20`,
    ],
  },
  '0021-byte-order': byteOrder,
  // At most one alert an hour about the same cause: until it's first tried, others about it are counted in it.
  '0022-alert-causes': {
    statements: [
      `alter table alerts alter column type type text collate "C", add column cause text collate "C",
        add column due_at timestamptz`,
      `create unique index alerts_untried on alerts (type, cause) where attempts = 0`,
      `alter table checked_metadata add column gone boolean not null default false`,
    ],
  },
  // Which callback opened a session, so that it leads to the same page again.
  '0023-callbacks': {
    statements: [`alter table sessions add column state_hash text, add column return_to text`],
  },
};

/** Every change of the schema, by name. */
export const migrations: Record<string, Migration> = Object.fromEntries(
  Object.entries(changes).map(([name, { statements, fill }]) => {
    const up = async (db: Kysely<unknown>) => {
      for (const statement of statements) await sql.raw(statement).execute(db);
      await fill?.(db);
    };
    return [name, { up }];
  }),
);

/** PostgreSQL 15 and later grant CREATE on the schema `public` only to the owner of the database. */
const insufficientPrivilege = '42501';

/** Such as a changed column that a view uses. */
const featureNotSupported = '0A000';
const uniqueViolation = '23505';

/** Then the person who starts the product learns why it takes long. */
const longMilliseconds = 5_000;

/**
 * Brings the schema up to date. Safe with several concurrent processes: Kysely takes a lock in the database.
 * @param onWait called with a sentence if it takes long
 * @throws StoreError when the database was written by a newer version, or its user can't create tables
 */
export async function migrate(
  db: Kysely<Tables>,
  onWait: (sentence: string) => void = () => undefined,
): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(migrations) } });
  const saying = setTimeout(
    () => onWait("Updating the database, or waiting for another instance that does: don't stop this process"),
    longMilliseconds,
  );
  const { error } = await migrator.migrateToLatest();
  clearTimeout(saying);
  if (error === undefined) return;
  if (error instanceof Error && error.message.includes('previously executed migration'))
    throw new StoreError(
      'The database was written by a newer version of Palisade Console: start that version, or restore a backup',
    );
  if (error instanceof Error && 'code' in error && error.code === insufficientPrivilege)
    throw new StoreError(
      "The user in DATABASE_URL can't create tables: make it the owner of the database, or grant it CREATE on the schema",
    );
  throw refusalOf(error) ?? error;
}

/** What someone else added to the tables, or an index that no longer found its rows let in. */
function refusalOf(error: unknown): StoreError | undefined {
  const { code, message, detail } = error as Record<string, unknown>;
  if (code === featureNotSupported)
    return new StoreError(
      `The database can't be updated (${String(message)}; ${String(detail)}): drop that, start, and create it again`,
    );
  if (code !== uniqueViolation) return undefined;
  return new StoreError(
    `The database contains a record twice (${String(message)}; ${String(detail)}): rename or delete one of the two with SQL, then start again`,
  );
}
