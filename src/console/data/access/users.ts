import { queryOptions } from '@tanstack/react-query';
import { usersEndpoints } from '../../../contract/endpoints/users.ts';
import type { User, UserCreate, UserUpdate } from '../../../contract/access/users.ts';
import { call } from '../service/call.ts';
import { completeUser } from '../../../client/records.ts';
import type { RecordFields } from '../record-fields.tsx';
import type { RecordList } from '../service/record-pages.ts';
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

/**
 * The users that match a text, page by page.
 * @param group lists only users in this group
 * @param below whether to list users in its subgroups too
 */
export function userList(group: number | undefined, search: string, below = false): RecordList<User> {
  return {
    key: ['users', 'list', group ?? 'all', below, search],
    fetch: async (start, limit) => {
      const query = { start, limit, ...(search === '' ? {} : { search }) };
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
