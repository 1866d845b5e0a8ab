import { createHash, randomUUID } from 'node:crypto';
import type { AlertDestination } from '../../../contract/activity/alerts.ts';
import type { Acting } from '../access/caller.ts';
import { throttle } from '../access/throttle.ts';
import type { Clock } from '../clock.ts';
import { requireOidc } from '../oidc/oidc-ops.ts';
import type { UnitOfWork, WithoutSlot } from '../ports.ts';
import { Problem } from '../problem.ts';
import type { AlertRow, Message, Next, Outcome } from './alert-ports.ts';
import { textOf } from './alert-text.ts';

const minute = 60_000;
const hour = 60 * minute;
/** Refusals of what was sent, and of everything. */
const unacceptable: readonly (number | null)[] = [400, 413, 422];
const refusals: readonly (number | null)[] = [401, 403, 404, 410];
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

/** The alerts of a message, none for a test, and since when their destination failed before. */
interface Sent {
  rows: readonly AlertRow[];
  failingSince?: Date | null;
}

/** Delivers alerts, whichever instances do so: one queue for each destination, so that none waits for another. */
export function createDelivery({ work, now, host, destinations, onOutcome }: DeliveryOptions) {
  const later = (milliseconds: number) => new Date(now().getTime() + milliseconds);

  /**
   * What to send to a destination: the alert that it was sent least often, or all those of more than an hour ago, for a summary.
   * Keeps the destination from other instances, but no connection or lock: a receiver may be slow.
   */
  async function take(key: string) {
    return work.transaction(async ({ alerts }) => {
      const destination = await alerts.claim(key, now(), later(-triedFor), later(lease));
      if (!destination) return undefined;
      const pending = await alerts.pending(key, now(), later(-triedFor), destination.most);
      const old = pending.filter(({ due_at: due }) => due < later(-hour));
      const ids = (old.length > 1 ? old : pending.slice(0, 1)).map(({ id }) => id);
      return { failingSince: destination.failing_since, rows: await alerts.attempted(key, ids) };
    });
  }

  async function deliver(destination: Destination, stopping: AbortSignal): Promise<void> {
    for (let taken; !stopping.aborted && (taken = await take(destination.key))?.rows.length;)
      await attempt(destination, messageOf(taken.rows, host()), taken, stopping);
  }

  async function attempt(
    { key, name, send }: Destination,
    message: Message,
    sent: Sent,
    stopping?: AbortSignal,
  ) {
    const outcome = await send(message, now(), stopping);
    // A stop isn't the receiver's failure: another instance, or the next start, tries within a minute.
    if (stopping?.aborted && !outcome.received) return;
    const ids = sent.rows.map(({ id }) => id);
    await work.transaction(({ alerts }) => alerts.record(key, ids, now(), outcome, nextAfter(outcome, sent)));
    onOutcome(message, name, outcome);
  }

  /** When to try again: a receiver that refuses a summary may take fewer alerts, and one that refuses an alert others. */
  function nextAfter({ received, status, retryAfter }: Outcome, { rows, failingSince }: Sent): Next {
    if (rows.length === 0) return received ? { next: later(lease), retry: later(lease) } : {};
    if (received) return { next: now() };
    const fewer = Math.floor(rows.length / 2);
    if (unacceptable.includes(status))
      return fewer > 0 ? { next: now(), most: fewer } : { next: now(), retry: later(hour) };
    if (refusals.includes(status)) return { next: later(hour) };
    if (retryAfter !== undefined) return { next: later(Math.max(retryAfter * 1000, 10_000)) };
    const dues = rows.map(({ due_at: due }) => due.getTime());
    const failingFor = now().getTime() - Math.max(failingSince?.getTime() ?? now().getTime(), ...dues);
    // After 1, 5 and 30 minutes.
    return { next: later(Math.min(Math.max(minute, 5 * failingFor), hour)) };
  }

  /** @throws Problem 403 */
  async function list(acting: Acting): Promise<AlertDestination[]> {
    await requireOidc(acting, 'ro');
    const known = await work.stores.alerts.destinations();
    return destinations.map(({ key, name }) => {
      const {
        failing_since: since,
        status = null,
        answer = null,
      } = known.find((row) => row.key === key) ?? {};
      return { name, failing_since: since?.toISOString() ?? null, status, answer };
    });
  }

  return {
    destinations,
    deliver,
    list,
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
      await withoutSlot(() => Promise.all(destinations.map((each) => attempt(each, message, { rows: [] }))));
      return list(acting);
    },
  };
}

/** An alert, or the summary of several, whose id is the same if it's sent again. Its attempt is 1 if any is sent first. */
function messageOf(rows: readonly AlertRow[], host: string): Message {
  const alerts = rows
    .toSorted((one, other) => one.due_at.getTime() - other.due_at.getTime() || (one.id < other.id ? -1 : 1))
    .map(({ id, type, at, data }) => ({ id, type, at, text: `${textOf({ type, data })} (${host})`, data }));
  const attempt = Math.min(...rows.map((row) => row.attempt));
  const [first, second, ...others] = alerts as [(typeof alerts)[0], ...typeof alerts];
  if (!second) return { ...first, service: host, attempt };
  const id = createHash('sha256')
    .update(alerts.map((alert) => alert.id).join())
    .digest('hex');
  const more = others.length > 0 ? `; ${others.length} more` : '';
  const text = `${alerts.length} alerts since ${first.at.toISOString()}: ${textOf(first)}; ${textOf(second)}${more} (${host})`;
  const data = { count: alerts.length, alerts };
  return { id, type: 'summary', at: first.at, service: host, text, data, attempt };
}
