import type { Change } from '../../../contract/activity/changes.ts';
import { isolate } from '../../lib/text.ts';
import { RecordLink } from './record-link.tsx';

/** Who made a change: "admin", or "admin via api key nightly". */
export function authorText({ login, via }: Change): string {
  const who = login === null ? '' : isolate(login);
  if (via === 'session') return who || 'someone';
  return who === '' ? via : `${who} via ${isolate(via)}`;
}

/** Who made a change, with a link to the user. */
export function Author({ change }: { change: Change }) {
  const { login, user, via } = change;
  if (login === null || user === null) return authorText(change);
  return (
    <>
      <RecordLink path={user} name={login} />
      {via !== 'session' && <span className="muted"> via {isolate(via)}</span>}
    </>
  );
}
