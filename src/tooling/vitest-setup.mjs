import { databaseTemplate } from './make-database-template.mjs';

/** Runs once before all tests: tests on PGlite start from a copy of the template. */
export async function setup() {
  await databaseTemplate();
}
