import type { Change } from '../../../contract/activity/changes.ts';
import { jobIdOf } from '../../../contract/jobs.ts';
import { msg } from '../../lib/text.ts';

/** What a change was made with, other than a session: "API key nightly", "job 5". */
export function viaText(via: string): string {
  const [, kind, rest = ''] = /^(job|api key) (.+)$/s.exec(via) ?? [];
  if (kind === 'job') return msg`job ${jobIdOf(rest)}`;
  if (kind === 'api key') return msg`API key ${rest}`;
  return via === 'api key' ? 'an API key' : via;
}

const serviceNames = new Map([
  ['start', 'Setup'],
  ['first start', 'Setup'],
  ['watch', 'Provider watch'],
]);

/** What the service calls itself if it made a change without a user (docs/decisions.md, "Activity"); undefined if it didn't. */
export function serviceText({ login, via }: Change): string | undefined {
  return login === null ? serviceNames.get(via) : undefined;
}

/** Who made a change: "admin", or "admin via API key nightly". */
export function authorText(change: Change): string {
  const { login, via } = change;
  const service = serviceText(change);
  if (service !== undefined) return service;
  const who = login === null ? "a user you can't view" : login;
  return via === 'session' ? who : msg`${who} via ${viaText(via)}`;
}
