import { queryOptions } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import type { identityList } from '../../../contract/access/identities.ts';
import { usersEndpoints } from '../../../contract/endpoints/users.ts';
import { lastPart } from '../../../contract/path-fields.ts';
import { call, loadList } from '../../api/exchange.ts';
import { deleteListed, write, type Written } from '../write.ts';

type ListedIdentity = z.infer<typeof identityList>['data'][number];

/** As whom providers know a user. @param user their path */
export function identitiesQuery(user: string) {
  return queryOptions({
    queryKey: ['users', 'identities', user],
    queryFn: async ({ signal }) => {
      const input = { params: { id: lastPart(user) }, signal };
      const keyOf = ({ identity_resource: path }: ListedIdentity) => path;
      return (await loadList(usersEndpoints.listIdentities, input, keyOf)).records;
    },
  });
}

/** Forgets an identity, so that the next sign-in decides. One that's forgotten already is as good. @param path `/users/5/identities/3` */
export function forgetIdentity(path: string): Promise<Written<unknown>> {
  const [, , id = '', , identity_id = ''] = path.split('/');
  const forgetting = call(usersEndpoints.deleteIdentity, { params: { id, identity_id } });
  return deleteListed(write(forgetting, 'The identity may have been forgotten.'));
}
