import { databaseTemplate } from './make-database-template.mjs';

/** Runs once before the tests: those on PGlite begin from the prepared database. */
export async function setup() {
  await databaseTemplate();
}
