import { endpoints } from '../../contract/endpoints.ts';
import { getWatch, listWatches, lookNow, updateWatch } from '../domain/oidc/watch.ts';
import type { Service } from '../service.ts';
import type { Bind } from './bind.ts';

/** What's known about providers without anyone signing in. */
export function watchRoutes(bind: Bind, service: Service): void {
  bind(endpoints.listWatches, async ({ acting }) => {
    const data = await listWatches(acting, service.now());
    return { rows: data.length, data };
  });
  bind(endpoints.getWatch, ({ acting, params }) => getWatch(acting, params.id, service.now()));
  bind(endpoints.updateWatch, ({ caller, params, body }) =>
    service.work.transaction((stores) =>
      updateWatch({ stores, caller }, params.id, body.data, service.now()),
    ),
  );
  bind(endpoints.lookNow, ({ acting, params, withoutSlot }) =>
    lookNow(service, acting, params.id, withoutSlot),
  );
}
