import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { daysUntil } from '../../../contract/oidc/watch.ts';
import { polled } from '../../api/retries.ts';
import { endingApiKeysQuery } from '../../data/access/api-keys.ts';
import { oidcOpsQuery } from '../../data/oidc/providers.ts';
import { watchesQuery } from '../../data/oidc/watches.ts';
import { useService } from '../../data/service/use-service.ts';
import { gatewayQuery } from '../../data/session/queries.ts';
import { useSession } from '../../data/session/use-session.ts';
import { download } from '../../lib/download.ts';
import { count } from '../../lib/text.ts';
import { useNow } from '../../lib/use-now.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { calendarOf, endsOf } from './ends.ts';
import classes from './overview.module.css';

const most = 10;

/** Secrets, certificates and API keys in use that end soon, which can be exported to a calendar. */
export function EndsSoon({ withProviders }: { withProviders: boolean }) {
  const { user } = useSession();
  const { complete } = useService();
  const now = new Date(useNow(60_000));
  const { data: gateway } = useQuery({ ...gatewayQuery, enabled: withProviders });
  const { data: providers } = useQuery({ ...oidcOpsQuery, enabled: withProviders });
  const { data: watches } = useQuery({ ...watchesQuery, ...polled, enabled: withProviders });
  const { data: keys } = useQuery({ ...endingApiKeysQuery, ...polled, enabled: complete });
  const watched = (providers?.ops ?? []).map((op) => ({ op, watch: watches?.get(op.resource) }));
  const certificate = (withProviders && gateway?.certificate_expires_at) || '';
  const ends = endsOf(watched, keys?.data ?? [], user.user, certificate, now);
  if (!complete || ends.length === 0) return null;
  const exportAll = () =>
    download('ends.ics', 'text/calendar', calendarOf(ends, window.location.origin, now));
  return (
    <section aria-labelledby="ends">
      <Group justify="space-between" mb={8}>
        <h2 id="ends">Ends soon</h2>
        <ActionButton onClick={exportAll}>Export to calendar</ActionButton>
      </Group>
      <ul className={classes.places}>
        {ends.slice(0, most).map(({ what, day, address }) => (
          <Group
            key={`${what} ${day}`}
            component="li"
            gap={12}
            justify="space-between"
            wrap="nowrap"
            py={4}
            fz={13}
          >
            <span>{address === undefined ? what : <Link to={address}>{what}</Link>}</span>
            <span className="muted">
              {day} · {remaining(daysUntil(day, now))}
            </span>
          </Group>
        ))}
      </ul>
      {ends.length > most && <p className="muted">…and {ends.length - most} more</p>}
    </section>
  );
}

function remaining(days: number): string {
  if (days === 0) return 'today';
  return days < 0 ? `${count(-days, 'day')} ago` : `in ${count(days, 'day')}`;
}
