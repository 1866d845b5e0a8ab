import { changePath, type Change, type ChangeQuery } from '../../../contract/activity/changes.ts';
import {
  signInEventPath,
  type SignInEvent,
  type SignInEventDetail,
  type SignInEventQuery,
} from '../../../contract/activity/sign-in-events.ts';
import type { SignInCountQuery, SignInCounts } from '../../../contract/activity/sign-in-counts.ts';
import { limits } from '../../../contract/limits.ts';
import { userIdOf, userPath } from '../../../contract/access/users.ts';
import { defaultGroupId } from '../../../contract/groups/groups.ts';
import { idInPath } from '../../../contract/path-fields.ts';
import { holdsOn, reachOf, scopeOf, type Acting, type Caller } from '../access/caller.ts';
import { readAccess } from '../access/grants.ts';
import { oidcOpPath } from '../oidc/oidc-op-record.ts';
import { orNotFound } from '../problem.ts';
import type { ChangeRow, ChangeView, LogPage, SignInEventRow, SignInView } from './activity-ports.ts';

export async function listSignInEvents(
  { stores, caller }: Acting,
  { user, oidc_op: oidcOp, ...query }: SignInEventQuery,
): Promise<LogPage<SignInEvent>> {
  const filter = { ...query, ...idsIn({ user, oidc_op: oidcOp }) };
  const page = await stores.signInEvents.list(signInView(caller), filter, query);
  return { ...page, data: page.data.map(signInEventRecord) };
}

/** The ids that a query names by their paths. */
function idsIn({ user, oidc_op: oidcOp }: Pick<SignInEventQuery, 'user' | 'oidc_op'>) {
  return {
    userId: user === undefined ? undefined : userIdOf(user),
    oidcOpId: oidcOp === undefined ? undefined : idInPath('oidc_ops', oidcOp),
  };
}

export async function countSignIns(
  { stores, caller }: Acting,
  { user, oidc_op: oidcOp, starts, until, ...query }: SignInCountQuery,
): Promise<SignInCounts> {
  const filter = { ...query, ...idsIn({ user, oidc_op: oidcOp }) };
  const most = limits.signInsCounted;
  const rows = await stores.signInEvents.count(signInView(caller), filter, { starts, until }, most);
  return {
    data: rows.map(({ period, id, at, method, oidc_op_id: opId, code, count }) => ({
      start: starts[period - 1]?.toISOString() ?? '',
      method,
      oidc_op_resource: opId === null ? null : oidcOpPath(opId),
      code,
      count,
      sign_in_event_resource: signInEventPath(id),
      at: new Date(at).toISOString(),
    })),
    complete: rows.reduce((sum, { count }) => sum + count, 0) < most,
  };
}

/** A sign-in with its steps; without those that are about the provider unless the caller can read it. @throws Problem 404 */
export async function getSignInEvent({ stores, caller }: Acting, id: number): Promise<SignInEventDetail> {
  const row = orNotFound(await stores.signInEvents.find(signInView(caller), id), `Sign-in event ${id}`);
  const steps = row.steps?.filter(({ name }) => name === 'local_user' || readsOidc(caller)) ?? [];
  return { ...signInEventRecord(row), steps };
}

export async function listChanges(acting: Acting, { user, ...query }: ChangeQuery): Promise<LogPage<Change>> {
  const filter = { ...query, userId: user === undefined ? undefined : userIdOf(user) };
  const page = await acting.stores.changes.list(changeView(acting.caller), filter, query);
  return { ...page, data: await changeRecords(acting, page.data) };
}

/** @throws Problem 404 */
export async function getChange(acting: Acting, id: number): Promise<Change> {
  const row = await acting.stores.changes.find(changeView(acting.caller), id);
  const [record] = row ? await changeRecords(acting, [row]) : [];
  return orNotFound(record, `Change ${id}`);
}

export function signInView(caller: Caller): SignInView {
  return { userId: caller.userId, access: reachOf(caller, readAccess), oidc: readsOidc(caller) };
}

export function changeView(caller: Caller): ChangeView {
  const read = { feature: 'group', privilege: 'ro' };
  const reach = reachOf(caller, read);
  // Without the privilege on any group, not even the own one can be read.
  const groups = reach === 'all' || reach.roots.length === 0 ? reach : scopeOf(caller, read);
  return { ...signInView(caller), groups };
}

/** OIDC configurations belong to the Default group. */
function readsOidc(caller: Caller): boolean {
  return holdsOn(caller, { feature: 'palisade', privilege: 'ro' }, [defaultGroupId]);
}

export function signInEventRecord(row: SignInEventRow): SignInEvent {
  const { id, at, user_id: userId, oidc_op_id: oidcOpId, steps: _steps, ...same } = row;
  const { method, login, unknown_login, ...others } = same;
  return {
    sign_in_event_resource: signInEventPath(id),
    at: new Date(at).toISOString(),
    outcome: row.code === null ? 'signed_in' : 'rejected',
    method,
    login,
    unknown_login,
    user: userId === null ? null : userPath(userId),
    oidc_op_resource: oidcOpId === null ? null : oidcOpPath(oidcOpId),
    ...others,
  };
}

export function changeRecord({ id, at, user_id: userId, login, ...others }: ChangeRow): Change {
  return {
    change_resource: changePath(id),
    at: new Date(at).toISOString(),
    login,
    user: userId === null ? null : userPath(userId),
    ...others,
  };
}

/** The records of changes, without the authors that the caller can't list. */
async function changeRecords({ stores, caller }: Acting, rows: readonly ChangeRow[]): Promise<Change[]> {
  const reach = reachOf(caller, readAccess);
  const authors = [...new Set(rows.flatMap(({ user_id: id }) => id ?? []))];
  const visible = reach === 'all' ? authors : await stores.users.within(authors, reach);
  const known = new Set([...visible, caller.userId]);
  return rows.map((row) => {
    const record = changeRecord(row);
    if (row.user_id === null || reach === 'all' || known.has(row.user_id)) return record;
    // The names of API keys and files belong to their owner.
    return {
      ...record,
      login: null,
      user: null,
      via: record.via.replace(/^(api key|configuration) .*/s, '$1'),
    };
  });
}
