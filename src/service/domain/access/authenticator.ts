import { atLeast, versions } from '../../../contract/versions.ts';
import type { Caller } from './caller.ts';
import { isAhead, type Clock } from '../clock.ts';
import type { Stores } from '../ports.ts';
import type { Credential } from './access-ports.ts';
import { Problem } from '../problem.ts';
import { msg } from '../../../contract/isolate.ts';
import { isOver } from './sessions.ts';
import { tokenHash } from './tokens.ts';

/** The last use of a session or key is updated at most this often. */
const touchMilliseconds = 60_000;
const maxCached = 1_000;

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

/** An API key of a user has expired. */
export class ExpiredKey extends Problem {
  /** @param isNews whether that's to be logged */
  constructor(
    readonly expired: string,
    readonly login: string,
    readonly isNews: boolean,
  ) {
    super(401, [`the ${expired}`]);
  }
}

export type Authenticator = ReturnType<typeof createAuthenticator>;

/** Caches credentials until anything is written, if no other process can write to the database. */
export function createAuthenticator({ stores, writes, now, version }: AuthenticatorOptions) {
  const cached = new Map<string, Credential>();
  let cachedAt: number | undefined;

  async function find(kind: 'session' | 'apiKey', hash: string): Promise<Credential | undefined> {
    const current = writes();
    if (current === undefined || current !== cachedAt || cached.size >= maxCached) cached.clear();
    cachedAt = current;
    const key = `${kind} ${hash}`;
    const found = cached.get(key) ?? (await stores.credentials[kind](hash));
    if (found && cachedAt === current) cached.set(key, found);
    return found;
  }

  return {
    /** @returns undefined if the credentials are missing, unknown or expired @throws Problem 401 for an expired API key */
    identify: async (given: Credentials): Promise<Caller | undefined> => {
      const { apiKey, sessionIds = [], isPolling = false } = given;
      if (apiKey !== undefined) {
        if (!atLeast(version(), versions.apiKeys)) return undefined;
        const hash = tokenHash(apiKey);
        const found = await find('apiKey', hash);
        if (found?.expiresAt && found.expiresAt <= now()) {
          const [name, day] = [found.via.replace('api key ', ''), found.expiresAt.toISOString().slice(0, 10)];
          const isNews = await stores.apiKeys.refuse(hash, now());
          throw new ExpiredKey(msg`API key ${name} expired on ${day}`, found.login, isNews);
        }
        if (found && isStale(found.lastUsed, now())) await stores.apiKeys.touch(hash, now());
        return found?.readOnly ? withoutWriting(found) : found;
      }
      for (const id of sessionIds) {
        const hash = tokenHash(id);
        const found = await find('session', hash);
        if (!found || isOver(found.createdAt, found.lastUsed ?? found.createdAt, now())) continue;
        if (!isPolling && isStale(found.lastUsed, now())) await stores.sessions.touch(hash, now());
        return found;
      }
      return undefined;
    },
  };
}

/** A read-only key's caller holds `ro` where its user holds `rw`. */
function withoutWriting(found: Credential): Credential {
  const roles = found.roles.map((role) => ({
    ...role,
    features: role.features.map((each) => ({
      ...each,
      privilege: each.privilege === 'rw' ? 'ro' : each.privilege,
    })),
  }));
  return { ...found, roles };
}

function isStale(lastUse: Date | null, now: Date): boolean {
  return lastUse === null || now.getTime() - lastUse.getTime() >= touchMilliseconds || isAhead(lastUse, now);
}
