import type { QueryExecutorProvider } from 'kysely';

export type Connection = QueryExecutorProvider;

interface TransactionBuilder {
  setIsolationLevel(level: 'repeatable read'): TransactionBuilder;
  execute<Result>(work: (transaction: Connection) => Promise<Result>): Promise<Result>;
}

/** The service's database as Kysely opens it, without the types of its tables: the demo doesn't import from the service. */
export interface DemoDatabase extends Connection {
  transaction(): TransactionBuilder;
}
