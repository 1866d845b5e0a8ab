import { endpoints } from '../../../contract/endpoints.ts';
import { forgetUser } from '../../domain/access/users.ts';
import {
  countSignIns,
  getChange,
  getSignInEvent,
  listChanges,
  listSignInEvents,
} from '../../domain/activity/activity.ts';
import { checkRecreation, enqueueRecreation } from '../../domain/groups/recreation.ts';
import { listAlerts } from '../../domain/alerts/alert-list.ts';
import type { LogPage } from '../../domain/activity/activity-ports.ts';
import type { WithoutSlot } from '../../domain/ports.ts';
import type { Service } from '../../service.ts';
import type { Bind } from '../bind.ts';

export function activityRoutes(bind: Bind, service: Service): void {
  const { work, delivery, gate, recreations } = service;
  // Those that wait don't hold a slot.
  const alone = <Result>(withoutSlot: WithoutSlot, check: () => Promise<Result>) =>
    withoutSlot(() => recreations.run(() => gate.run(check, { again: true })));
  bind(endpoints.listSignInEvents, async ({ acting, query }) =>
    pageOf(await listSignInEvents(acting, query)),
  );
  bind(endpoints.getSignInEvent, ({ acting, params }) => getSignInEvent(acting, params.id));
  bind(endpoints.countSignIns, ({ acting, query }) => countSignIns(acting, query));
  bind(endpoints.listChanges, async ({ acting, query }) => pageOf(await listChanges(acting, query)));
  bind(endpoints.getChange, ({ acting, params }) => getChange(acting, params.id));
  bind(endpoints.getRecreation, ({ acting, params, query, withoutSlot }) =>
    alone(withoutSlot, () => checkRecreation(acting, params.id, query.run)),
  );
  bind(endpoints.recreateGroups, async ({ acting, accepted, params, query, withoutSlot }) =>
    accepted(await alone(withoutSlot, () => enqueueRecreation(acting, params.id, query.run))),
  );
  bind(endpoints.listAlerts, ({ caller, query }) => listAlerts(service, caller, query));
  bind(endpoints.listAlertDestinations, async ({ acting }) => ({ data: await delivery.list(acting) }));
  bind(endpoints.testAlerts, async ({ acting, withoutSlot }) => ({
    data: await delivery.test(acting, withoutSlot),
  }));
  bind(endpoints.forgetUser, async ({ caller, params }) => {
    await work.transaction((within) => forgetUser({ stores: within, caller }, params.id));
    return {};
  });
}

function pageOf<Item extends object>(page: LogPage<Item>) {
  return { ...page, next: String(page.next) };
}
