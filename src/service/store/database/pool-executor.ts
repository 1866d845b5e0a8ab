import { DefaultConnectionProvider, DefaultQueryExecutor, Kysely, PostgresDialect } from 'kysely';
import type { CompiledQuery, PostgresPool, QueryResult } from 'kysely';
import type { Tables } from './schema.ts';

/** What Kysely reads of a result. */
export interface StatementResult {
  command: string;
  rowCount: number | null;
  rows: unknown[];
}

/** A pool that executes single statements on any connection. */
export interface StatementPool extends PostgresPool {
  query(text: string, values: readonly unknown[]): Promise<StatementResult>;
}

/** Makes a pool a query builder's database. */
export function kyselyOn(pool: StatementPool): Kysely<Tables> {
  const dialect = new PostgresDialect({ pool });
  const driver = dialect.createDriver();
  // Takes over the pool immediately.
  void driver.init();
  const executor = new PoolExecutor(
    dialect.createQueryCompiler(),
    dialect.createAdapter(),
    new DefaultConnectionProvider(driver),
  );
  executor.pool = pool;
  return new Kysely({ config: { dialect }, dialect, driver, executor });
}

/** Executes statements without the ten promises that Kysely creates for a connection; transactions have one. */
class PoolExecutor extends DefaultQueryExecutor {
  declare pool: StatementPool;

  override async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    try {
      const { rows } = await this.pool.query(sql, parameters);
      // Only the author of the statement knows the type of its rows.
      return { rows: rows as Row[] };
    } catch (error) {
      // The driver's own stack doesn't show which statement failed.
      if (error instanceof Error && 'code' in error) Error.captureStackTrace(error);
      throw error;
    }
  }
}
