import { useQuery } from '@tanstack/react-query';
import { limits } from '../../../contract/limits.ts';
import type { OidcOp } from '../../../contract/oidc/oidc-ops.ts';
import { noticeDays, type ListedWatch } from '../../../contract/oidc/watch.ts';
import { polled } from '../../api/retries.ts';
import { endingApiKeysQuery, type EndingApiKey } from '../../data/access/api-keys.ts';
import { ownerOf } from '../../data/access/principal.ts';
import { oidcOpsQuery } from '../../data/oidc/providers.ts';
import { useWatches } from '../../data/oidc/watches.ts';
import { useService } from '../../data/service/use-service.ts';
import { gatewayQuery } from '../../data/session/queries.ts';
import { useSession } from '../../data/session/use-session.ts';
import { msg } from '../../lib/text.ts';
import { useNow } from '../../lib/use-now.ts';

/** Something that ends: a secret, a certificate or a key. */
export interface End {
  /** The same for the same thing when it ends later. */
  id: string;
  what: string;
  /** A day (UTC), as in 2026-12-31. */
  day: string;
  /** The time; of a day, its end. */
  at: string;
  /** The page where it's replaced, and its tab. */
  address?: string;
  search?: { tab: string };
  /** How many days before, if it needs attention, and what to do then. */
  warnDays?: number;
  repair?: string;
}

/** What has ended or ends soon, as far as is known. @param withProviders whether the user can read providers */
export function useEnds(withProviders: boolean): End[] {
  const { user: me } = useSession();
  const { complete } = useService();
  const now = new Date(useNow(60_000));
  const { data: gateway } = useQuery({ ...gatewayQuery, enabled: withProviders });
  const { data: providers } = useQuery({ ...oidcOpsQuery, ...polled, enabled: withProviders });
  const watches = useWatches(withProviders);
  const { data: keys = [] } = useQuery({ ...endingApiKeysQuery, ...polled, enabled: complete });
  const watched = (providers?.ops ?? []).map((op) => ({ op, watch: watches?.get(op.resource) }));
  return endsOf(watched, keys, me.user, (withProviders && gateway?.certificate_expires_at) || '', now);
}

/** What has ended or ends soon, the first one first. @param me the user's path */
export function endsOf(
  providers: readonly { op: OidcOp; watch: ListedWatch | undefined }[],
  keys: readonly EndingApiKey[],
  me: string,
  certificate: string,
  now: Date,
): End[] {
  const last = new Date(now.getTime() + limits.endsSoonDays * 86_400_000).toISOString();
  return [
    ...providers.flatMap(({ op, watch }) => {
      const { client_secret_ends_on: secret, certificate_ends: own } = watch ?? {};
      const address = `/oidc/${op.id}`;
      return [
        {
          id: `${address}/secret`,
          what: msg`Client secret of ${op.name}`,
          at: secret && `${secret}T23:59:59Z`,
          address,
          // Nobody signs in through the others.
          ...(watch?.enabled && { warnDays: Math.max(...noticeDays) }),
          repair: 'Create a new secret at the provider, and enter it in the form',
        },
        // Its watch warns.
        { id: `${address}/certificate`, what: msg`Certificate of ${op.name}`, at: own, address },
      ];
    }),
    ...keys.map(({ api_key_resource: id = '', name = '', login = '', expires_at: at }) => ({
      id,
      at,
      warnDays: limits.endWarnDays,
      repair: "It's in use: replace it, and end it once programs use the new one",
      ...(ownerOf(id) === me
        ? { what: msg`API key ${name}`, address: '/account' }
        : {
            what: msg`API key ${name} of ${login}`,
            address: `/access${ownerOf(id)}`,
            search: { tab: 'sign-in' },
          }),
    })),
    {
      id: '/certificate',
      what: "The console's TLS certificate",
      at: certificate,
      warnDays: limits.endWarnDays,
      repair: 'Renew the files in TLS_CERT and TLS_KEY; no restart is needed',
    },
  ]
    .flatMap(({ at, ...end }): End[] => (at && at <= last ? [{ ...end, at, day: at.slice(0, 10) }] : []))
    .toSorted((one, other) => (one.at < other.at ? -1 : 1));
}

/** A calendar with an all-day event for each end (RFC 5545). */
export function calendarOf(ends: readonly End[], origin: string, now: Date): string {
  const stamp = `${now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
  const escaped = (text: string) => text.replaceAll(/[\\;,]/g, String.raw`\$&`).replaceAll(/[\r\n⁦-⁩]+/g, '');
  const lines = ends.flatMap(({ id, what, day, address = '/' }) => [
    'BEGIN:VEVENT',
    `UID:${id}@${new URL(origin).hostname}`,
    `DTSTAMP:${stamp}`,
    `DTSTART;VALUE=DATE:${day.replaceAll('-', '')}`,
    `SUMMARY:${escaped(`${what} ends`)}`,
    `URL:${origin}${address}`,
    'END:VEVENT',
  ]);
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Palisade Console//EN', ...lines, 'END:VCALENDAR', '']
    .map(folded)
    .join('\r\n');
}

/** Lines have at most 75 bytes (RFC 5545 section 3.1); a character can have 4. */
function folded(line: string): string {
  const parts: string[] = [''];
  let bytes = 0;
  for (const character of line) {
    const size = new TextEncoder().encode(character).length;
    if (bytes + size > 74) bytes = parts.push('') && 0;
    bytes += size;
    parts[parts.length - 1] += character;
  }
  return parts.join('\r\n ');
}
