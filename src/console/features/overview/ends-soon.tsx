import { Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { daysUntil } from '../../../contract/oidc/watch.ts';
import { useService } from '../../data/service/use-service.ts';
import { download } from '../../lib/download.ts';
import { count } from '../../lib/text.ts';
import { useNow } from '../../lib/use-now.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { calendarOf, useEnds } from './ends.ts';
import classes from './overview.module.css';

const most = 10;

/** Secrets, certificates and API keys in use that end soon, which can be exported to a calendar. */
export function EndsSoon({ withProviders }: { withProviders: boolean }) {
  const { complete } = useService();
  const now = new Date(useNow(60_000));
  const ends = useEnds(withProviders);
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
        {ends.slice(0, most).map(({ what, day, address, search = {} }) => (
          <Group
            key={`${what} ${day}`}
            component="li"
            gap={12}
            justify="space-between"
            wrap="nowrap"
            py={4}
            fz={13}
          >
            <span>
              {address === undefined ? (
                what
              ) : (
                <Link to={address} search={search}>
                  {what}
                </Link>
              )}
            </span>
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
