import type { Alert, AlertState } from '../../../contract/activity/alerts.ts';
import type { Page, PageQuery } from '../../../contract/paging.ts';
import type { Caller } from '../access/caller.ts';
import { signInView } from '../activity/activity.ts';
import type { UnitOfWork } from '../ports.ts';
import type { ListedAlertRow } from './alert-ports.ts';

/** A page of the alerts that the caller can see: as sign-ins, those about providers and about users. None if they aren't sent. */
export async function listAlerts(
  { work, alerting }: { work: UnitOfWork; alerting: boolean },
  caller: Caller,
  { start, limit }: PageQuery,
): Promise<Page<Alert>> {
  if (!alerting) return { rows: 0, data: [], start };
  const page = await work.stores.alerts.list(signInView(caller), start, limit);
  return { ...page, data: page.data.map(alertRecord) };
}

function alertRecord(row: ListedAlertRow): Alert {
  const { id, type, at, data, login, attempts, next_at: next, delivered_at: delivered } = row;
  return {
    id,
    type,
    at: at.toISOString(),
    resource: data.resource ?? data.user ?? '',
    name: data.name ?? login ?? '',
    count: data.count ?? 1,
    state: stateOf(row),
    attempts,
    next_attempt_at: next && next.toISOString(),
    delivered_at: delivered && delivered.toISOString(),
  };
}

function stateOf({ attempts, next_at: next, delivered_at: delivered }: ListedAlertRow): AlertState {
  if (delivered) return 'delivered';
  if (!next) return 'given_up';
  return attempts === 0 ? 'pending' : 'retrying';
}
