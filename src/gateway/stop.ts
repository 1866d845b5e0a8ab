import type { FastifyInstance } from 'fastify';
import type { Database } from '../service/store/database/database.ts';

/** What's running, in shutdown order. */
interface Running {
  app: FastifyInstance;
  /** The gateway's other dependencies. */
  others: readonly (() => Promise<void> | undefined)[];
  database: Database | undefined;
}

/** How long requests and jobs may take to finish: a frozen database would hold them for longer. */
const patienceMilliseconds = 5_000;

/** Finishes current requests and closes everything, even if the database is frozen. */
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
