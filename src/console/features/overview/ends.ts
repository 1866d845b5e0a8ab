import { limits } from '../../../contract/limits.ts';
import type { OidcOp } from '../../../contract/oidc/oidc-ops.ts';
import type { Watch } from '../../../contract/oidc/watch.ts';
import type { EndingApiKeys } from '../../data/access/api-keys.ts';
import { ownerOf } from '../../data/access/principal.ts';
import { msg } from '../../lib/text.ts';

/** Something that ends: a secret, a certificate or a key. */
export interface End {
  /** The same for the same thing when it ends later. */
  id: string;
  what: string;
  /** A day (UTC), as in 2026-12-31. */
  day: string;
  /** The page where it's replaced. */
  address?: string;
}

/** What has ended or ends soon, the first one first. @param me the user's path */
export function endsOf(
  providers: readonly { op: OidcOp; watch: Watch | undefined }[],
  keys: EndingApiKeys['data'],
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
        { id: `${address}/secret`, what: msg`Client secret of ${op.name}`, day: secret, address },
        { id: `${address}/certificate`, what: msg`Certificate of ${op.name}`, day: own, address },
      ];
    }),
    ...keys.map((key) => {
      const { api_key_resource: id = '', name = '', login = '', expires_at: day } = key;
      const isOwn = ownerOf(id) === me;
      const what = isOwn ? msg`API key ${name}` : msg`API key ${name} of ${login}`;
      return { id, what, day, address: isOwn ? '/account' : `/access${ownerOf(id)}` };
    }),
    { id: '/certificate', what: "The console's TLS certificate", day: certificate, address: undefined },
  ]
    .flatMap(({ id, what, day, address }) =>
      day && day <= last ? [{ id, what, day: day.slice(0, 10), ...(address && { address }) }] : [],
    )
    .toSorted((one, other) => (one.day < other.day ? -1 : 1));
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
