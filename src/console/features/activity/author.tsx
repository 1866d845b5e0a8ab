import type { Change } from '../../../contract/activity/changes.ts';
import { jobIdOf } from '../../../contract/jobs.ts';
import { isolate } from '../../lib/text.ts';
import { RecordLink } from './record-link.tsx';

/** What a change was made with, other than a session: "API key nightly", "job 5". */
function viaText(via: string): string {
  const [, kind, rest = ''] = /^(job|api key) (.+)$/s.exec(via) ?? [];
  if (kind === 'job') return `job ${isolate(jobIdOf(rest))}`;
  return kind === 'api key' ? `API key ${isolate(rest)}` : isolate(via);
}

/** Who made a change: "admin", or "admin via API key nightly". */
export function authorText({ login, via }: Change): string {
  const who = login === null ? '' : isolate(login);
  if (via === 'session') return who || 'someone';
  return who === '' ? viaText(via) : `${who} via ${viaText(via)}`;
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
