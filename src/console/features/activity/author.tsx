import type { Change } from '../../../contract/activity/changes.ts';
import { jobIdOf } from '../../../contract/jobs.ts';
import { msg } from '../../lib/text.ts';
import { RecordLink } from './record-link.tsx';

/** What a change was made with, other than a session: "API key nightly", "job 5". */
function viaText(via: string): string {
  const [, kind, rest = ''] = /^(job|api key) (.+)$/s.exec(via) ?? [];
  if (kind === 'job') return msg`job ${jobIdOf(rest)}`;
  if (kind === 'api key') return msg`API key ${rest}`;
  return via === 'api key' ? 'an API key' : via;
}

/** Who made a change: "admin", or "admin via API key nightly". */
export function authorText({ login, via }: Change): string {
  // Only the service itself makes changes without a user (docs/decisions.md, "Activity").
  if (login === null && /^(first )?start$/.test(via)) return via;
  const who = login === null ? "a user you can't view" : login;
  return via === 'session' ? who : msg`${who} via ${viaText(via)}`;
}

/** Who made a change, with a link to the user. */
export function Author({ change }: { change: Change }) {
  const { login, user, via } = change;
  if (login === null || user === null) return authorText(change);
  return (
    <>
      <RecordLink path={user} name={login} />
      {via !== 'session' && <span className="muted"> via {viaText(via)}</span>}
    </>
  );
}
