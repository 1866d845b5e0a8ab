import { queryOptions } from '@tanstack/react-query';
import { activityEndpoints } from '../../../contract/endpoints/activity.ts';
import { call } from '../service/call.ts';
import { ifAsked } from '../../api/retries.ts';

const maxChanges = 100;

/**
 * When a provider's client secret was last entered, according to the log of changes (extension); null if it's not among
 * the latest ones. Fails if the service has no log, or the user can't read it.
 * @param path the provider's
 */
export function secretEnteredQuery(path: string) {
  return queryOptions({
    queryKey: ['oidc-ops', 'secret-entered', path],
    ...ifAsked,
    queryFn: async ({ signal }): Promise<string | null> => {
      const query = { resource: path, limit: maxChanges };
      const { data } = (await call(activityEndpoints.listChanges, { query, signal })).body;
      const entered = data.find(({ fields = [] }) =>
        fields.some(({ name, replaced }) => name === 'client_secret' && replaced),
      );
      return entered?.at ?? null;
    },
  });
}
