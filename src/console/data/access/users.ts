import { queryOptions } from '@tanstack/react-query';
import { usersEndpoints } from '../../../contract/endpoints/users.ts';
import { userIdOf, type UserCreate, type UserUpdate } from '../../../contract/access/users.ts';
import { call } from '../service/call.ts';
import { completeUser, isReported, notReported, type CompleteUser } from '../service/records.ts';
import type { RecordFields } from '../record-fields.tsx';
import type { RecordList } from '../service/record-pages.ts';
import { accessRecords } from './access-records.ts';
import { matches } from '../../lib/matches.ts';

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

/** Identifies a listed user; undefined if the path isn't understood. */
const keyOf = ({ user_resource: path }: CompleteUser) => (userIdOf(path) === undefined ? undefined : path);

/**
 * The users that match a text, page by page.
 * @param group lists only users in this group
 * @param below whether to list users in its subgroups too
 */
export function userList(group: number | undefined, search: string, below = false): RecordList<CompleteUser> {
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
    keyOf,
    matches: ({ login, display_name: name }) => matches(search, login, name),
  };
}

/** The first users that match a text. @param most how many to return */
export function firstUsersQuery(search: string, most: number) {
  return queryOptions({
    queryKey: ['users', 'find', search, most],
    queryFn: async ({ signal }) => {
      const query = { limit: most, ...(search === '' ? {} : { search }) };
      const { body } = await call(usersEndpoints.listUsers, { query, signal });
      const users = body.data.map((user) => completeUser(user));
      return users.filter((user) => keyOf(user) !== undefined).slice(0, most);
    },
  });
}

/** How users are read and written. */
export const userRecords = accessRecords<CompleteUser, UserCreate, UserUpdate>({
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

/** Why a user has no last sign-in. */
export function withoutSignIn(user: CompleteUser): string {
  return isReported(user, 'last_sign_in_at') ? 'never' : notReported;
}
