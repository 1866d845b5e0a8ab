import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { limits } from '../../../contract/limits.ts';

/** The cookie that remembers which accounts a browser has signed in to. */
export const deviceCookie = 'device';

interface Entry {
  id: string;
  /** When it was issued, in seconds since 1970, in base 36. */
  issued: string;
  mac: string;
}

const form = /^([\w-]{22})\.([0-9a-z]{1,8})\.([\w-]{43})$/;
const idBytes = 16;

export type Devices = ReturnType<typeof createDevices>;

/**
 * Recognizes browsers that have signed in to an account before, so that attackers guessing its password don't slow down
 * its owner (OWASP, Slow down online guessing attacks with device cookies). The cookie grants nothing: it only determines
 * which counter a failure adds to. It has one entry per login, without naming the login.
 * @param keyMaterial of at least 32 bytes; the key is derived from it (HKDF, RFC 5869)
 */
export function createDevices(keyMaterial: string) {
  const key = Buffer.from(hkdfSync('sha256', keyMaterial, '', 'palisade device cookies', 32));
  const digestOf = (...texts: string[]) => createHmac('sha256', key).update(JSON.stringify(texts)).digest();
  const computeMac = (login: string, { id, issued }: Omit<Entry, 'mac'>) => digestOf(id, issued, login);
  const isOf = (entry: Entry, login: string) =>
    timingSafeEqual(computeMac(login, entry), Buffer.from(entry.mac, 'base64url'));
  return {
    /** What stands for a login where failures are counted: people also type passwords into that field. */
    hashOf: (login: string) => digestOf(login).toString('base64url'),
    /** The id of the device that a cookie identifies; undefined if it isn't ours, has expired or belongs to another login. */
    find: (cookie: string | undefined, login: string, now: Date) =>
      entriesOf(cookie, now).find((entry) => isOf(entry, login))?.id,
    /** The cookie after a sign-in: a new entry for the login, plus those of the most recent other logins. */
    renew: (cookie: string | undefined, login: string, now: Date) => {
      const fresh = {
        id: randomBytes(idBytes).toString('base64url'),
        issued: Math.floor(now.getTime() / 1000).toString(36),
      };
      const others = entriesOf(cookie, now).filter((entry) => !isOf(entry, login));
      return [{ ...fresh, mac: computeMac(login, fresh).toString('base64url') }, ...others]
        .slice(0, limits.loginsPerDevice)
        .map(({ id, issued, mac }) => `${id}.${issued}.${mac}`)
        .join('~');
    },
  };
}

/** Entries with a valid format and age; their signature is yet to be verified. */
function entriesOf(cookie: string | undefined, now: Date): Entry[] {
  const oldest = now.getTime() / 1000 - limits.deviceSeconds;
  return (cookie ?? '')
    .split('~', limits.loginsPerDevice)
    .flatMap((text) => {
      const [, id, issued, mac] = form.exec(text) ?? [];
      return id === undefined || issued === undefined || mac === undefined ? [] : [{ id, issued, mac }];
    })
    .filter(({ issued }) => Number.parseInt(issued, 36) > oldest);
}
