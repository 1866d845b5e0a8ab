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
  const page = await work.stores.alerts.list(signInView(caller), start, limit);
  const expired = new Date(now().getTime() - triedFor);
  const isDelivered = ({ delivered_to: keys }: ListedAlertRow) =>
    delivery.destinations.every(({ key }) => keys.includes(key));
  return { ...page, data: page.data.map((row) => alertRecord(row, isDelivered(row), row.due_at <= expired)) };
}

function alertRecord(row: ListedAlertRow, isDelivered: boolean, isGivenUp: boolean): Alert {
  const { id, type, at, data, login, tries, delivered_at: delivered } = row;
  const attempts = Math.max(0, ...Object.values(tries));
  const openState = attempts === 0 ? 'pending' : 'retrying';
  return {
    id,
    type,
    at: at.toISOString(),
    resource: data.resource ?? data.user ?? '',
    name: data.name ?? login ?? '',
    count: data.count ?? 1,
    state: isDelivered ? 'delivered' : isGivenUp ? 'given_up' : openState,
    attempts,
    delivered_at: isDelivered && delivered ? delivered.toISOString() : null,
  };
}
