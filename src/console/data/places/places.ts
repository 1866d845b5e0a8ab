import { useEffect } from 'react';
import type { AuthenticationResult } from '../../../contract/access/authentication.ts';
import { useStore } from '../../lib/store.ts';
import { userValue } from '../../lib/stored-value.ts';
import type { RecordType } from '../refresh.ts';

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

const store = userValue('palisade-places', parsePlaces);

/** Takes the places of a user from now on. */
export const openPlaces = ({ user, login }: Pick<AuthenticationResult, 'user' | 'login'>) =>
  store.open(user || login);

/** Forgets users or roles that were deleted. */
export function forgetAccess(paths: readonly string[]): void {
  const deleted = paths.map((path) => `/access${path}`);
  store.set(without(store.get(), deleted));
}

/** The records that the user has opened last in this browser. */
export function usePlaces(): readonly Place[] {
  return useStore(store);
}

/** Remembers that a record's page was opened. @param name undefined until it's known */
export function useVisit(address: string, name: string | undefined): void {
  useEffect(() => {
    if (name !== undefined) store.set(withVisit(store.get(), { address, name }));
  }, [address, name]);
}

/** Forgets a record whose page doesn't exist. */
export function useForget(address: string): void {
  useEffect(() => store.set(without(store.get(), [address])), [address]);
}
