import { queryOptions } from '@tanstack/react-query';
import { usersEndpoints } from '../../../contract/endpoints/users.ts';
import {
  userIdOf,
  userPath,
  type User,
  type UserCreate,
  type UserUpdate,
} from '../../../contract/access/users.ts';
import { limits } from '../../../contract/limits.ts';
import { call } from '../service/call.ts';
import { completeUser, isReported, notReported, type CompleteUser } from '../service/records.ts';
import { msg } from '../../lib/text.ts';
import type { RecordFields } from '../record-fields.tsx';
import {
  jobFor,
  planWrite,
  write,
  type PlannedWrite,
  type ReadBack,
  type WriteResult,
  agrees,
  change,
  creation,
  deletion,
} from '../write.ts';
import { forgetAccess } from '../places/places.ts';
import { hideInLists, readAll, type RecordList } from '../service/record-pages.ts';
import { accessKeys, refreshAccess, refreshRecord } from './refresh.ts';
import { matches } from '../../lib/matches.ts';

/** What forms, lists, pages and the history make of a user's fields. */
export const userFields = {
  login: {
    label: 'Login',
    input: {
      description: 'Case-sensitive. OIDC sign-ins must map to exactly this value.',
      required: true,
      maxLength: limits.login,
      autoCapitalize: 'none',
      spellCheck: false,
    },
    column: 'minmax(140px, 2fr)',
  },
  display_name: { label: 'Name', input: { maxLength: limits.name }, column: 'minmax(120px, 2fr)' },
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

/** One user. */
export function userQuery(id: number) {
  return queryOptions({ queryKey: ['users', 'record', id], queryFn: ({ signal }) => readUser(id, signal) });
}

/** Reads a user, bypassing the cache. */
export async function readUser(id: number, signal?: AbortSignal): Promise<CompleteUser> {
  const { body } = await call(usersEndpoints.getUser, { params: { id }, signal });
  return completeUser(body, userPath(id));
}

/** Refetches what a write to a user may have changed. @param id unknown if a job creates it */
export function refreshUser(id: number | undefined): Promise<void> {
  if (id === undefined) return refreshAccess();
  return refreshRecord(userList(undefined, ''), userPath(id), () => readUser(id));
}

/** Removes deleted users from the lists, before they're refetched, and from the user's recent records. */
export function hideUsers(paths: readonly string[]): void {
  hideInLists(userList(undefined, ''), paths);
  forgetAccess(paths);
}

/** Creates a user. */
export function createUser(data: UserCreate): PlannedWrite<User> {
  const job = { title: msg`Create user ${data.login}`, changes: accessKeys };
  return planWrite(usersEndpoints.createUser, { body: { data } }, () => createdUser(data), job);
}

/** Reads a new user back. Logins are unique. */
function createdUser(data: UserCreate): ReadBack<User> {
  return creation(data.login, async () => {
    const { items } = await readAll(userList(undefined, data.login));
    const id = userIdOf(items.find(({ login }) => login === data.login)?.user_resource ?? '');
    if (id === undefined) return undefined;
    const user = await readUser(id);
    return agrees(user, data) ? user : undefined;
  });
}

/** Changes a user; only what is in `data` is sent. @param what it's about, if not about the user as a whole */
export function updateUser(id: number, login: string, data: UserUpdate, what = login): PlannedWrite<User> {
  return planWrite(
    usersEndpoints.updateUser,
    { params: { id }, body: { data } },
    () => change(what, data, () => readUser(id)),
    jobFor('changing', msg`user ${login}`, userPath(id), accessKeys),
  );
}

/** Deletes a user. */
export function deleteUser(id: number, login: string): Promise<WriteResult<unknown>> {
  return write<unknown>(
    call(usersEndpoints.deleteUser, { params: { id } }),
    deletion(login, () => readUser(id)),
    jobFor('deleting', msg`user ${login}`, userPath(id), accessKeys),
  );
}

/** Why a user has no last sign-in. */
export function withoutSignIn(user: CompleteUser): string {
  return isReported(user, 'last_sign_in_at') ? 'never' : notReported;
}
