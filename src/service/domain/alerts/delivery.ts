import { createHash, randomUUID } from 'node:crypto';
import type { AlertDestination } from '../../../contract/activity/alerts.ts';
import type { Acting } from '../access/caller.ts';
import { throttle } from '../access/throttle.ts';
import type { Clock } from '../clock.ts';
import { requireOidc } from '../oidc/oidc-ops.ts';
import type { Stores, UnitOfWork, WithoutSlot } from '../ports.ts';
import { Problem } from '../problem.ts';
import type { AlertRow, DestinationRow, Message, Outcome } from './alert-ports.ts';
import { textOf } from './alert-text.ts';

const minute = 60_000;
const hour = 60 * minute;
/** How long to wait after the first failures; later on, and after refusals that repeating doesn't change, an hour. */
const retries = [minute, 5 * minute, 30 * minute];
const refusals: readonly (number | null)[] = [400, 401, 403, 404, 410];
/** Longer than an attempt takes: if this process dies, another instance takes over. */
const lease = minute;
/** How long delivery is tried, and how long alerts are kept, in milliseconds. */
export const triedFor = 24 * hour;
export const alertsKeptFor = 2 * triedFor;

export interface Destination {
  /** Identifies its URL without disclosing it. */
  key: string;
  name: string;
  send(message: Message, now: Date, stopping?: AbortSignal): Promise<Outcome>;
}

interface DeliveryOptions {
  work: UnitOfWork;
  now: Clock;
  host(): string;
  destinations: readonly Destination[];
  onOutcome(message: Message, destination: string, outcome: Outcome): void;
}

export type Delivery = ReturnType<typeof createDelivery>;

/** Delivers alerts, whichever instances do so: one queue for each destination, so that none waits for another. */
export function createDelivery({ work, now, host, destinations, onOutcome }: DeliveryOptions) {
  const later = (milliseconds: number) => new Date(now().getTime() + milliseconds);

  /** The first alert that a destination hasn't received, or all those of more than an hour ago, for a summary. */
  async function next({ alerts }: Stores, key: string): Promise<AlertRow[]> {
    const pending = await alerts.pending(key, now(), later(-triedFor));
    const old = pending.filter(({ due_at: due }) => due < later(-hour));
    return old.length > 1 ? old : pending.slice(0, 1);
  }

  /** Keeps a destination from other instances, but no connection or lock: a receiver may be slow. */
  async function take(key: string) {
    if ((await next(work.stores, key)).length === 0) return undefined;
    return work.transaction(async (stores) => {
      const attempt = await stores.alerts.claim(key, now(), later(lease));
      if (attempt === undefined) return undefined;
      // Another instance may have delivered them.
      const rows = await stores.alerts.attempted((await next(stores, key)).map(({ id }) => id));
      if (rows.length > 0) return { attempt, rows };
      await stores.alerts.postpone(key, now());
      return undefined;
    });
  }

  async function deliver({ key, name, send }: Destination, stopping: AbortSignal): Promise<void> {
    for (let taken; !stopping.aborted && (taken = await take(key));) {
      const { attempt, rows } = taken;
      const message = { ...contentOf(rows, host()), service: host(), attempt };
      const outcome = await send(message, now(), stopping);
      // A stop isn't the receiver's failure: another instance, or the next start, tries soon.
      if (stopping.aborted && !outcome.received) return work.stores.alerts.postpone(key, now());
      const until = later(outcome.received ? 0 : waitAfter(outcome, attempt));
      const ids = rows.map(({ id }) => id);
      await work.transaction((stores) => stores.alerts.record(key, ids, now(), outcome, until));
      onOutcome(message, name, outcome);
    }
  }

  async function list(): Promise<AlertDestination[]> {
    const known = new Map<string, Partial<DestinationRow>>();
    for (const row of await work.stores.alerts.destinations()) known.set(row.key, row);
    return destinations.map(({ key, name }) => {
      const { failing_since: since, status = null, answer = null } = known.get(key) ?? {};
      return { name, failing_since: since?.toISOString() ?? null, status, answer };
    });
  }

  return {
    destinations,
    deliver,
    /** @throws Problem 403 */
    list: async (acting: Acting) => {
      await requireOidc(acting, 'ro');
      return list();
    },
    /**
     * Sends a test alert to every destination. What waits for one that receives it follows within a minute.
     * @throws Problem 403, 409 if there are no destinations, 429
     */
    test: async (acting: Acting, withoutSlot: WithoutSlot) => {
      await requireOidc(acting, 'rw');
      if (destinations.length === 0) throw new Problem(409, ["ALERT_WEBHOOK_URL isn't set"]);
      await throttle(acting.stores, 'alert test', 1, now(), 'too many test alerts');
      const id = randomUUID();
      const text = `Test alert: alerts of ${host()} arrive`;
      const message: Message = { id, type: 'test', at: now(), service: host(), text, data: {}, attempt: 1 };
      const sending = destinations.map(async ({ key, name, send }) => {
        const outcome = await send(message, now());
        const until = outcome.received ? later(lease) : null;
        await work.transaction((stores) => stores.alerts.record(key, [], now(), outcome, until));
        onOutcome(message, name, outcome);
      });
      await withoutSlot(() => Promise.all(sending));
      return list();
    },
  };
}

/** @param attempt which one failed */
function waitAfter({ status, retryAfter }: Outcome, attempt: number): number {
  if (refusals.includes(status)) return hour;
  return retryAfter === undefined ? (retries[attempt - 1] ?? hour) : Math.max(retryAfter * 1000, 10_000);
}

/** An alert, or the summary of several, whose id is the same if it's sent again. */
function contentOf(rows: readonly AlertRow[], host: string) {
  const alerts = rows
    .toSorted((one, other) => one.due_at.getTime() - other.due_at.getTime() || (one.id < other.id ? -1 : 1))
    .map(({ id, type, at, data }) => ({ id, type, at, text: `${textOf({ type, data })} (${host})`, data }));
  const [first, second, ...others] = alerts as [(typeof alerts)[0], ...typeof alerts];
  if (!second) return first;
  const id = createHash('sha256')
    .update(alerts.map((alert) => alert.id).join())
    .digest('hex');
  const more = others.length > 0 ? `; ${others.length} more` : '';
  const text = `${alerts.length} alerts since ${first.at.toISOString()}: ${textOf(first)}; ${textOf(second)}${more} (${host})`;
  return { id, type: 'summary' as const, at: first.at, text, data: { count: alerts.length, alerts } };
}
