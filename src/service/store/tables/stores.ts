import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { ActivityEntry } from '../../domain/activity/activity-ports.ts';
import type { Stores, UnitOfWork } from '../../domain/ports.ts';
import type { Activity } from './activity/activity.ts';
import { activityStore } from './activity/activity-upkeep.ts';
import { changeStore } from './activity/changes.ts';
import { signInEventStore } from './activity/sign-in-events.ts';
import { alertStore } from './alerts.ts';
import { credentialStore, apiKeyStore, sessionStore } from './credentials.ts';
import { groupBatchStore } from './group-batches.ts';
import { groupStore } from './groups.ts';
import { identityStore } from './identities.ts';
import { jobStore } from './jobs.ts';
import { oidcOpStore, oidcRequestStore } from './oidc-ops.ts';
import { roleStore } from './roles.ts';
import type { Tables } from '../database/schema.ts';
import { signInFailureStore } from './sign-in-failures.ts';
import { signInTestStore } from './sign-in-tests.ts';
import { userStore } from './users.ts';
import { watchStore } from './watches.ts';
import type { Clock } from '../../domain/clock.ts';

/**
 * Every store on one database, and transactions over them.
 * @param now sets the creation times of records
 * @param activity is notified of entries once they're committed
 */
export function unitOfWork(db: Kysely<Tables>, now: Clock, activity: Activity): UnitOfWork {
  const stores = storesOn(db, now, activity);
  return {
    stores,
    transaction: async (work) => {
      let entries: ActivityEntry[] = [];
      const onEntry = (entry: ActivityEntry) => void entries.push(entry);
      const result = await retried(() => {
        entries = [];
        return db
          .transaction()
          .execute((transaction) => work(storesOn(transaction, now, { ...activity, onEntry })));
      });
      for (const entry of entries) activity.onEntry(entry);
      return result;
    },
  };
}

async function retried<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isRepeatable(error) || attempt === maxAttempts) throw error;
      // The other transaction waits for the same lock. Taking it first would cause the next deadlock.
      await sleep(attempt * retryDelay);
    }
  }
}

/**
 * The server rolled back this transaction because of others, so it can be retried: serialization_failure and
 * deadlock_detected (https://www.postgresql.org/docs/15/mvcc-serialization-failure-handling.html).
 */
const repeatable: ReadonlySet<unknown> = new Set(['40001', '40P01']);
const maxAttempts = 3;
/** In milliseconds. */
const retryDelay = 50;

/** As thrown by the driver, or as the cause of `Unavailable`. */
function isRepeatable(error: unknown): boolean {
  const { code, cause } = error as { code?: unknown; cause?: { code?: unknown } };
  return repeatable.has(code) || repeatable.has(cause?.code);
}

function storesOn(db: Kysely<Tables>, now: Clock, activity: Activity): Stores {
  return {
    groups: groupStore(db),
    groupBatches: groupBatchStore(db),
    users: userStore(db, now),
    roles: roleStore(db),
    credentials: credentialStore(db),
    sessions: sessionStore(db),
    apiKeys: apiKeyStore(db, now),
    identities: identityStore(db),
    signInFailures: signInFailureStore(db),
    jobs: jobStore(db, now),
    oidcOps: oidcOpStore(db, now),
    oidcRequests: oidcRequestStore(db),
    signInTests: signInTestStore(db),
    watches: watchStore(db),
    changes: changeStore(db, now, activity),
    signInEvents: signInEventStore(db, now, activity),
    activity: activityStore(db),
    alerts: alertStore(db),
  };
}
