import { daysUntil, noticeDays, type WatchState } from '../../../contract/oidc/watch.ts';
import type { Stores } from '../ports.ts';
import { oidcOpPath } from './oidc-op-record.ts';
import type { WatchRow } from './oidc-ports.ts';
import { lookAt, type WatchTools } from './watch.ts';
import { settle } from './watch-evidence.ts';
import { judge } from './watch-state.ts';

/**
 * Keeps up to date what's known about providers, whichever instances do so.
 * @param states gets the state of each provider, by ID
 */
export function createWatching(tools: WatchTools, states: Map<number, WatchState>) {
  const { work, now } = tools;

  /** Notices what changes only because time passes. */
  async function review(): Promise<void> {
    for (const row of await work.stores.watches.list()) {
      const isOver = judge(row, now()).state !== row.state;
      if (isOver || noticeOf(row, now())) await work.transaction((stores) => renew(stores, row, isOver));
    }
    const current = await work.stores.watches.list();
    states.clear();
    for (const { oidc_op_id, state } of current) states.set(oidc_op_id, state);
  }

  async function renew(stores: Stores, { oidc_op_id: id }: WatchRow, isOver: boolean): Promise<void> {
    const op = await stores.oidcOps.find(id);
    if (op && isOver) await settle(stores, op, now(), () => ({}));
    const row = await stores.watches.lock(id);
    const due = row && noticeOf(row, now());
    if (!op || !due) return;
    const { announced, ...end } = due;
    await stores.watches.save({ ...row, announced });
    const about = { resource: oidcOpPath(id), name: op.name, credential: 'client_secret', ...end };
    await stores.alerts.raise('credential.ends', now(), about);
  }

  /** Looks at providers that are due, one after another. */
  async function look(stopping: AbortSignal, onFailed: (error: unknown) => void): Promise<void> {
    while (!stopping.aborted) {
      const id = await work.transaction(({ watches }) => watches.take(now(), tools.watchHourMilliseconds));
      if (id === undefined) return;
      // One provider's failure doesn't keep the others from being looked at.
      await lookAt(tools, id, stopping).catch((error: unknown) => stopping.aborted || onFailed(error));
    }
  }

  return { review, look };
}

/** What to announce about the end of a client secret; undefined if it was or needn't be. */
function noticeOf({ client_secret_ends_on: day, announced }: WatchRow, now: Date) {
  const days = daysUntil(day ?? '', now);
  const due = noticeDays.find((most) => days <= most);
  const [announcedDay, least] = announced.split(' ');
  // Clocks of instances may differ.
  const isAnnounced = announcedDay === day && Number(due) >= Number(least);
  if (day === null || due === undefined || isAnnounced) return undefined;
  return { ends_on: day, days, announced: `${day} ${due}` };
}
