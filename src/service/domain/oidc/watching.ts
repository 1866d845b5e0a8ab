import { daysUntil, noticeDays, type WatchState } from '../../../contract/oidc/watch.ts';
import type { Stores } from '../ports.ts';
import { oidcOpPath } from './oidc-op-record.ts';
import { lookAt, realHour, type WatchTools } from './watch.ts';
import { settle } from './watch-evidence.ts';
import { judge } from './watch-state.ts';

/**
 * Keeps up to date what's known about providers, whichever instances do so.
 * @param states gets the state of each provider, by ID
 */
export function createWatching(tools: WatchTools, states: Map<number, WatchState>) {
  const { work, now, hour = realHour } = tools;

  /** Notices what changes only because time passes. */
  async function review(): Promise<void> {
    const rows = await work.stores.watches.list();
    for (const row of rows) {
      const isOver = judge(row, now()).state !== row.state;
      if (!isOver && noticeOf(row, now()) === undefined) continue;
      await work.transaction(async (stores) => {
        const op = await stores.oidcOps.find(row.oidc_op_id);
        if (!op) return;
        if (isOver) await settle(stores, op, now(), () => ({}));
        await announceEnd(stores, op, now());
      });
    }
    const current = await work.stores.watches.list();
    states.clear();
    for (const { oidc_op_id, state } of current) states.set(oidc_op_id, state);
  }

  /** Looks at providers that are due, one after another. */
  async function look(stopping: AbortSignal, onFailed: (error: unknown) => void): Promise<void> {
    while (!stopping.aborted) {
      const id = await work.transaction(({ watches }) => watches.take(now(), hour));
      if (id === undefined) return;
      // One provider's failure doesn't keep the others from being looked at.
      await lookAt(tools, id, stopping).catch((error: unknown) => {
        if (!stopping.aborted) onFailed(error);
      });
    }
  }

  return { review, look };
}

interface SecretEnd {
  client_secret_ends_on: string | null;
  announced: string;
}

/** What to announce about the end of a client secret: which it is, and in how many days; undefined if it was or needn't be. */
function noticeOf({ client_secret_ends_on: day, announced }: SecretEnd, now: Date) {
  if (day === null) return undefined;
  const days = daysUntil(day, now);
  const due = noticeDays.find((most) => days <= most);
  const [announcedDay, least] = announced.split(' ');
  // Clocks of instances may differ.
  const isAnnounced = announcedDay === day && Number(due) >= Number(least);
  return due === undefined || isAnnounced ? undefined : { day, days, notice: `${day} ${due}` };
}

async function announceEnd(stores: Stores, { id, name }: { id: number; name: string }, now: Date) {
  const row = await stores.watches.lock(id);
  const due = row && noticeOf(row, now);
  if (!due) return;
  const { day, days, notice } = due;
  await stores.watches.save({ ...row, announced: notice });
  const about = { resource: oidcOpPath(id), name, credential: 'client_secret', ends_on: day, days };
  await stores.alerts.raise('credential.ends', now, about);
}
