import { endpoints } from '../../../contract/endpoints.ts';
import { forgetUser } from '../../domain/access/users.ts';
import {
  countSignIns,
  getChange,
  getSignInEvent,
  listChanges,
  listSignInEvents,
} from '../../domain/activity/activity.ts';
import { listAlerts } from '../../domain/alerts/alert-list.ts';
import type { LogPage } from '../../domain/activity/activity-ports.ts';
import type { Service } from '../../service.ts';
import { respond, type Bind } from '../bind.ts';

/** The logs of sign-ins and changes, and alerts. */
export function activityRoutes(bind: Bind, service: Service): void {
  const { work } = service;
  bind(endpoints.listSignInEvents, async ({ acting, query }) =>
    respond(200, pageOf(await listSignInEvents(acting, query))),
  );
  bind(endpoints.getSignInEvent, async ({ acting, params }) =>
    respond(200, await getSignInEvent(acting, params.id)),
  );
  bind(endpoints.countSignIns, async ({ acting, query }) => respond(200, await countSignIns(acting, query)));
  bind(endpoints.listChanges, async ({ acting, query }) =>
    respond(200, pageOf(await listChanges(acting, query))),
  );
  bind(endpoints.getChange, async ({ acting, params }) => respond(200, await getChange(acting, params.id)));
  bind(endpoints.listAlerts, async ({ caller, query }) =>
    respond(200, await listAlerts(service, caller, query)),
  );
  bind(endpoints.forgetUser, async ({ caller, params }) => {
    await work.transaction((within) => forgetUser({ stores: within, caller }, params.id));
    return respond(200, {});
  });
}

function pageOf<Item extends object>(page: LogPage<Item>) {
  return { ...page, next: String(page.next) };
}
