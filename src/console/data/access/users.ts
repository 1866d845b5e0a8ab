import { queryOptions } from '@tanstack/react-query';
import { usersEndpoints } from '../../../contract/endpoints/users.ts';
import type { User, UserCreate, UserUpdate } from '../../../contract/access/users.ts';
import { call } from '../../api/exchange.ts';
import { completeUser } from '../../../client/records.ts';
import type { RecordFields } from '../record-fields.tsx';
import { queryClient } from '../../query-client.ts';
import { allQuery, type RecordList } from '../service/record-pages.ts';
import { accessRecords } from './access-records.ts';

/** What forms, lists, pages and the history make of a user's fields. */
export const userFields = {
  login: {
    label: 'Login',
    input: {
      description: 'Case-sensitive. OIDC sign-ins must map to exactly this value.',
      required: true,
      autoCapitalize: 'none',
      spellCheck: false,
    },
    column: 'minmax(140px, 2fr)',
  },
  display_name: { label: 'Name', input: {}, column: 'minmax(120px, 2fr)' },
  group_resource: { label: 'Group', column: 'minmax(120px, 1.5fr)' },
  role_resources: { label: 'Roles', column: 'minmax(140px, 2fr)' },
} satisfies RecordFields;

/** After how many days without a sign-in users are pointed out. */
export const usualIdleDays = 90;

/** The days in a filter such as `90d`; undefined if it's none. */
export function idleDaysIn(filter = ''): number | undefined {
  const days = /^([1-9]\d{0,3})d$/.exec(filter)?.[1];
  return days === undefined ? undefined : Number(days);
}

/**
 * The users that match a text, page by page.
 * @param group lists only users in this group
 * @param below whether to list users in its subgroups too
 * @param filter only those who never signed in (`never`), or didn't for as many days (`90d`) @param role only its users
 */
export function userList(
  group: number | undefined,
  search: string,
  below = false,
  { last_sign_in: filter, role }: { last_sign_in?: string | undefined; role?: string } = {},
): RecordList<User> {
  const days = idleDaysIn(filter);
  return {
    key: ['users', 'list', group ?? 'all', below, search, filter ?? '', role ?? ''],
    fetch: async (start, limit) => {
      const query = {
        start,
        limit,
        ...(search === '' ? {} : { search }),
        ...(days === undefined ? {} : { no_sign_in_days: days }),
        ...(filter === 'never' ? { never_signed_in: 'true' } : {}),
        ...(role === undefined ? {} : { role }),
      };
      const { body } = await (group === undefined
        ? call(usersEndpoints.listUsers, { query })
        : call(usersEndpoints.listGroupUsers, {
            params: { id: group },
            query: { ...query, ...(below ? { below: 'true' } : {}) },
          }));
      return { ...body, data: body.data.map((user) => completeUser(user)) };
    },
    keyOf: (user) => user.user_resource,
  };
}

/** The paths of the roles of everyone who has a role. */
export async function rolesOfHolders(role: string): Promise<string[][]> {
  const { items } = await queryClient.fetchQuery(allQuery(userList(undefined, '', false, { role })));
  return items.map(({ role_resources: paths }) => paths).filter((paths) => paths.includes(role));
}

/** The first users that match a text. @param most how many to return */
export function firstUsersQuery(search: string, most: number) {
  return queryOptions({
    queryKey: ['users', 'find', search, most],
    queryFn: async ({ signal }) => {
      const query = { limit: most, ...(search === '' ? {} : { search }) };
      const { body } = await call(usersEndpoints.listUsers, { query, signal });
      return body.data.map((user) => completeUser(user));
    },
  });
}

/** How users are read and written. */
export const userRecords = accessRecords<User, UserCreate, UserUpdate>({
  noun: 'user',
  name: 'login',
  endpoints: {
    create: usersEndpoints.createUser,
    read: usersEndpoints.getUser,
    update: usersEndpoints.updateUser,
    remove: usersEndpoints.deleteUser,
  },
  complete: completeUser,
  list: (search) => userList(undefined, search),
});
