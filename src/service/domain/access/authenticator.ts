import { atLeast, versions } from '../../../contract/versions.ts';
import type { Caller } from './caller.ts';
import { isAhead, type Clock } from '../clock.ts';
import type { CredentialOwner, Stores } from '../ports.ts';
import { isOver } from './sessions.ts';
import { tokenHash } from './tokens.ts';

/** The last use of a session or key is updated at most this often. */
const touchMilliseconds = 60_000;
const maxKept = 1_000;

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
  /** The current access generation; undefined if only the database knows. */
  accessGeneration(): string | undefined;
  now: Clock;
  version(): string;
}

/** Authenticates requests. */
export interface Authenticator {
  /** @returns undefined if the credentials are missing, unknown or expired */
  identify(credentials: Credentials): Promise<Caller | undefined>;
}

/** What the last request with a credential found. */
interface Kept {
  generation: string;
  lastUsed: Date | null;
  createdAt: Date;
  caller: Caller;
}

/**
 * Keeps callers between requests. A kept caller is used only if the access generation is still the same, which the
 * database says together with the credential; if no other process can write to the database, it isn't queried at all.
 */
export function createAuthenticator({
  stores,
  accessGeneration,
  now,
  version,
}: AuthenticatorOptions): Authenticator {
  const kept = new Map<string, Kept>();

  async function load(kind: 'session' | 'apiKey', hash: string): Promise<Kept | undefined> {
    const key = `${kind} ${hash}`;
    const known = kept.get(key);
    const found = await stores.credentials[kind](hash, known?.generation);
    kept.delete(key);
    if (!found) return undefined;
    const { owner, generation, lastUsed } = found;
    const fresh = owner ? keptOf(owner, kind === 'session' ? hash : undefined) : known;
    if (!fresh) return undefined;
    if (kept.size >= maxKept) {
      const [oldest] = kept.keys();
      if (oldest !== undefined) kept.delete(oldest);
    }
    const { createdAt, caller } = fresh;
    const result = { generation, lastUsed, createdAt, caller };
    kept.set(key, result);
    return result;
  }

  /** The kept caller, if it's certainly up to date. */
  function current(kind: 'session' | 'apiKey', hash: string): Kept | undefined {
    const known = kept.get(`${kind} ${hash}`);
    return known?.generation === accessGeneration() ? known : undefined;
  }

  async function identifyByKey(hash: string): Promise<Caller | undefined> {
    const found = current('apiKey', hash) ?? (await load('apiKey', hash));
    if (found) await touch(found, () => stores.apiKeys.touch(hash, now()));
    return found?.caller;
  }

  async function identifyBySession(hash: string, isPolling: boolean): Promise<Caller | undefined> {
    const found = current('session', hash) ?? (await load('session', hash));
    if (!found) return undefined;
    if (isOver(found.createdAt, found.lastUsed ?? found.createdAt, now())) return undefined;
    if (!isPolling) await touch(found, () => stores.sessions.touch(hash, now()));
    return found.caller;
  }

  async function touch(found: Kept, store: () => Promise<void>): Promise<void> {
    if (!isStale(found.lastUsed, now())) return;
    const at = now();
    await store();
    found.lastUsed = at;
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

function keptOf(
  { createdAt, ...owner }: CredentialOwner,
  sessionHash: string | undefined,
): Pick<Kept, 'createdAt' | 'caller'> {
  const caller = sessionHash === undefined ? owner : { ...owner, sessionHash };
  return { createdAt: new Date(createdAt), caller };
}

function isStale(lastUse: Date | null, now: Date): boolean {
  return lastUse === null || now.getTime() - lastUse.getTime() >= touchMilliseconds || isAhead(lastUse, now);
}
