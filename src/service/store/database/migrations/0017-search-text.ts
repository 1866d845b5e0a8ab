import type { Kysely } from 'kysely';
import { searchText } from '../../../../contract/search.ts';
import { fill as fillSkeletons, fillColumn } from './0015-login-skeletons.ts';

export const statements = [];

/** Stores again what users and roles are searched by, and what logins look like: earlier versions folded less. */
export async function fill(db: Kysely<unknown>): Promise<void> {
  await fillSkeletons(db);
  await fillColumn(db, 'users', 'search_text', ['login', 'display_name'], searchText);
  await fillColumn(db, 'roles', 'search_text', ['name'], searchText);
}
