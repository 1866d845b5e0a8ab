import type { FastifyInstance } from 'fastify';
import type { Database } from '../service/store/database/database.ts';

/** What runs, in the order in which it ends. */
interface Running {
  app: FastifyInstance;
  /** Whatever the gateway stands on beside the database. */
  others: readonly (() => Promise<void> | undefined)[];
  database: Database | undefined;
}

/** How long requests and jobs under way have to end by themselves: a frozen database would hold them for longer. */
const patienceMilliseconds = 5_000;

/** Finishes the requests under way and closes everything, whatever state the database is in. */
export async function stopAll({ app, others, database }: Running): Promise<void> {
  const impatience = setTimeout(() => database?.abort(), patienceMilliseconds);
  try {
    await app.close();
    for (const close of others) await close();
    await database?.close();
  } finally {
    clearTimeout(impatience);
  }
}
