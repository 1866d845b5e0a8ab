import { atLeast, versions } from '../../../contract/versions.ts';
import type { Caller } from './caller.ts';
import { isAhead, type Clock } from '../clock.ts';
import type { Stores } from '../ports.ts';
import { isOver } from './sessions.ts';
import { tokenHash } from './tokens.ts';

/** The last use of a session or key is updated at most this often. */
const touchMilliseconds = 60_000;
const maxCached = 1_000;

/** A request's credentials. */
export interface Credentials {
  /** The first that's valid counts. */
  sessionIds?: readonly string[];
  apiKey?: string;
  /** True for a request that the console repeats automatically: the session's last use stays as it is. */
  isPolling?: boolean;
}

interface AuthenticatorOptions {
  stores: Stores;
  /** Changes with each write to the database; undefined if other processes may write to it. */
  writes(): number | undefined;
  now: Clock;
  version(): string;
}

/** Authenticates requests. */
export interface Authenticator {
  /** @returns undefined if the credentials are missing, unknown or expired */
  identify(credentials: Credentials): Promise<Caller | undefined>;
}

/** What a request's credential is for. */
interface Identified {
  lastUsed: Date | null;
  createdAt: Date;
  caller: Caller;
}

/** Caches callers until anything is written, if no other process can write to the database. */
export function createAuthenticator({ stores, writes, now, version }: AuthenticatorOptions): Authenticator {
  const cached = new Map<string, Identified>();
  let cachedAt: number | undefined;

  async function find(kind: 'session' | 'apiKey', hash: string): Promise<Identified | undefined> {
    const current = writes();
    if (current === undefined || current !== cachedAt || cached.size >= maxCached) cached.clear();
    cachedAt = current;
    const key = `${kind} ${hash}`;
    const known = cached.get(key);
    if (known) return known;
    const found = await stores.credentials[kind](hash);
    if (!found) return undefined;
    const { createdAt, lastUsed, ...owner } = found;
    const caller = kind === 'session' ? { ...owner, sessionHash: hash } : owner;
    const identified = { lastUsed, createdAt, caller };
    if (cachedAt === current) cached.set(key, identified);
    return identified;
  }

  async function identifyByKey(hash: string): Promise<Caller | undefined> {
    const found = await find('apiKey', hash);
    if (found) await touch(found, () => stores.apiKeys.touch(hash, now()));
    return found?.caller;
  }

  async function identifyBySession(hash: string, isPolling: boolean): Promise<Caller | undefined> {
    const found = await find('session', hash);
    if (!found) return undefined;
    if (isOver(found.createdAt, found.lastUsed ?? found.createdAt, now())) return undefined;
    if (!isPolling) await touch(found, () => stores.sessions.touch(hash, now()));
    return found.caller;
  }

  async function touch(found: Identified, store: () => Promise<void>): Promise<void> {
    if (isStale(found.lastUsed, now())) await store();
  }

  return {
    identify: async ({ apiKey, sessionIds = [], isPolling = false }) => {
      if (apiKey !== undefined)
        return atLeast(version(), versions.apiKeys) ? identifyByKey(tokenHash(apiKey)) : undefined;
      for (const id of sessionIds) {
        const caller = await identifyBySession(tokenHash(id), isPolling);
        if (caller) return caller;
      }
      return undefined;
    },
  };
}

function isStale(lastUse: Date | null, now: Date): boolean {
  return lastUse === null || now.getTime() - lastUse.getTime() >= touchMilliseconds || isAhead(lastUse, now);
}
