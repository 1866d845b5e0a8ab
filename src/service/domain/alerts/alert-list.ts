import type { Alert } from '../../../contract/activity/alerts.ts';
import type { Page, PageQuery } from '../../../contract/paging.ts';
import type { Caller } from '../access/caller.ts';
import { signInView } from '../activity/activity.ts';
import type { Clock } from '../clock.ts';
import type { UnitOfWork } from '../ports.ts';
import type { ListedAlertRow } from './alert-ports.ts';
import { triedFor, type Delivery } from './delivery.ts';

/** A page of the alerts that the caller can see: as sign-ins, those about providers and about users. None if they aren't sent. */
export async function listAlerts(
  { work, delivery, now }: { work: UnitOfWork; delivery: Delivery; now: Clock },
  caller: Caller,
  { start, limit }: PageQuery,
): Promise<Page<Alert>> {
  if (delivery.destinations.length === 0) return { rows: 0, data: [], start };
  const { alerts } = work.stores;
  const known = new Map((await alerts.destinations()).map((row) => [row.key, row.next_at]));
  const nextOf = ({ due_at: due, delivered_to: received }: ListedAlertRow) =>
    delivery.destinations
      .filter(({ key }) => !received.includes(key))
      .map(({ key }) => Math.max(due.getTime(), known.get(key)?.getTime() ?? 0));
  const page = await alerts.list(signInView(caller), start, limit);
  const expired = new Date(now().getTime() - triedFor);
  return { ...page, data: page.data.map((row) => alertRecord(row, nextOf(row), expired)) };
}

/**
 * @param nexts when each destination that hasn't received it is due
 * @param expired until when alerts are given up that were due
 */
function alertRecord(row: ListedAlertRow, nexts: readonly number[], expired: Date): Alert {
  const { id, type, at, due_at: due, data, login, attempts, status, answer, delivered_at: delivered } = row;
  const isOpen = nexts.length > 0 && due > expired;
  const openState = attempts === 0 ? 'pending' : 'retrying';
  return {
    id,
    type,
    at: at.toISOString(),
    resource: data.resource ?? data.user ?? '',
    name: data.name ?? login ?? '',
    count: data.count ?? 1,
    state: nexts.length === 0 ? 'delivered' : isOpen ? openState : 'given_up',
    attempts,
    status,
    answer,
    next_attempt_at: isOpen ? new Date(Math.min(...nexts)).toISOString() : null,
    delivered_at: nexts.length === 0 && delivered ? delivered.toISOString() : null,
  };
}
