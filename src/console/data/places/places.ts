import { useEffect } from 'react';
import type { AuthenticationResult } from '../../../contract/access/authentication.ts';
import { useStore } from '../../lib/store.ts';
import { storedValue } from '../../lib/stored-value.ts';
import type { RecordType } from '../refresh.ts';
import { authenticationQuery } from '../session/queries.ts';
import { useSession } from '../session/use-session.ts';
import { queryClient } from '../../query-client.ts';

/** A record that the user has opened: its address in the console, and its name when they did. */
export interface Place {
  address: string;
  name: string;
}

const maxRecent = 12;

const kindOf: Readonly<Partial<Record<string, RecordType>>> = {
  '/groups': 'group',
  '/oidc': 'provider',
  '/access/users': 'user',
  '/access/roles': 'role',
};

/** The kind and ID of the record at an address; undefined for any other page. */
export function recordAt(address: string): { kind: RecordType; id: number } | undefined {
  const [, page = '', id] = /^(.+)\/(\d+)$/.exec(address) ?? [];
  const kind = kindOf[page];
  return kind && { kind, id: Number(id) };
}

/** Remembers that a record was opened, with its current name: the latest first. */
export function withVisit(places: readonly Place[], place: Place): readonly Place[] {
  return [place, ...without(places, [place.address])].slice(0, maxRecent);
}

/** Forgets records, such as those that were deleted. */
export function without(places: readonly Place[], gone: readonly string[]): readonly Place[] {
  return places.filter(({ address }) => !gone.includes(address));
}

/** Reads what was stored, maybe by an earlier version. */
export function parsePlaces(stored: unknown): readonly Place[] {
  // Before favorites were removed, it was an object.
  const recent: unknown = Array.isArray(stored) ? stored : Object(stored).recent;
  return (Array.isArray(recent) ? recent : []).flatMap((entry: unknown) => {
    const { address, name } = Object(entry) as Partial<Record<string, unknown>>;
    const valid = typeof address === 'string' && typeof name === 'string' && recordAt(address);
    return valid ? [{ address, name }] : [];
  });
}

function storeOf({ user, login }: Pick<AuthenticationResult, 'user' | 'login'>) {
  const owner = user || login;
  return storedValue(`palisade-places ${owner}`, parsePlaces);
}

/** The places of the user who is signed in. */
function usePlacesStore() {
  return storeOf(useSession().user);
}

/** Forgets users or roles that were deleted. */
export function forgetAccess(paths: readonly string[]): void {
  const user = queryClient.getQueryData(authenticationQuery.queryKey);
  const store = user && storeOf(user);
  const deleted = paths.map((path) => `/access${path}`);
  store?.set(without(store.get(), deleted));
}

/** The records that the user has opened last in this browser. */
export function usePlaces(): readonly Place[] {
  return useStore(usePlacesStore());
}

/** Remembers that a record's page was opened. @param name undefined until it's known */
export function useVisit(address: string, name: string | undefined): void {
  const store = usePlacesStore();
  useEffect(() => {
    if (name !== undefined) store.set(withVisit(store.get(), { address, name }));
  }, [store, address, name]);
}

/** Forgets a record whose page doesn't exist. */
export function useForget(address: string): void {
  const store = usePlacesStore();
  useEffect(() => {
    store.set(without(store.get(), [address]));
  }, [store, address]);
}
