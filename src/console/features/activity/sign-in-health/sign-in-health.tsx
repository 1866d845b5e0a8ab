import { type CSSProperties, useMemo, useState } from 'react';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import {
  type Day,
  dailySignIns,
  startOfDay,
  successRate,
  causesOf,
  type Cause,
} from '../../../data/activity/daily.ts';
import { formatNumber, count } from '../../../lib/text.ts';
import classes from './sign-in-health.module.css';
import type { SignInEvent } from '../../../../contract/activity/sign-in-events.ts';
import { errorProps } from '../../../data/error-props.ts';
import { failedStep } from '../../../data/oidc/sign-in-steps.ts';
import { entryId, recentQuery, signInEventQuery, signInLog } from '../../../data/activity/logs.ts';
import { reasonOf } from '../../../data/activity/reasons.ts';
import { ErrorView } from '../../../ui/error-view.tsx';
import { LineSkeletons } from '../../../ui/line-skeletons.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { ProviderRepairs } from '../sign-ins/provider-repairs.tsx';
import { AnchorLink } from '../../../ui/links/links.tsx';
import { Section } from '../../../ui/section.tsx';
import { currentTime } from '../../../lib/clock.ts';
import { formatTime } from '../../../lib/preferences/zoned-time.ts';

const dayCount = 7;
/** Enough for a week of most providers; of more, the most recent ones are counted. */
const most = 5000;

interface SignInHealthProps {
  /** The provider's path. */
  provider: string;
  /** Called after the provider was changed to prevent a rejection. */
  onRepaired(): void;
}

/** How sign-ins through a provider went in the last days, and why some were rejected. */
export function SignInHealth({ provider, onRepaired }: SignInHealthProps) {
  const [now] = useState(() => new Date(currentTime()));
  const query = { oidc_op: provider, since: startOfDay(now, dayCount - 1).toISOString() };
  const { data, error, refetch } = useQuery(recentQuery(signInLog, query, most));
  return (
    <Section id="sign-ins" title={`Sign-ins in the last ${dayCount} days`}>
      {error ? (
        <ErrorView title="Couldn't load sign-ins" {...errorProps(error, refetch)} />
      ) : data ? (
        <Summary provider={provider} onRepaired={onRepaired} now={now} {...data} />
      ) : (
        <LineSkeletons label="Loading sign-ins" lines={3} />
      )}
    </Section>
  );
}

interface SummaryProps extends SignInHealthProps {
  now: Date;
  entries: readonly SignInEvent[];
  complete: boolean;
}

function Summary({ provider, onRepaired, now, entries, complete }: SummaryProps) {
  const days = useMemo(() => dailySignIns(entries, dayCount, now), [entries, now]);
  const causes = useMemo(() => causesOf(entries), [entries]);
  const rate = successRate(days);
  if (rate === undefined) return <Text>No one has signed in with this provider</Text>;
  const total = count(entries.length, 'sign-in');
  return (
    <>
      <Text>
        {rate}% of {complete ? total : `the last ${total}`} succeeded
      </Text>
      <DailyChart days={days} />
      {causes.length > 0 && (
        <ul className={classes.causes} aria-label="Rejected sign-ins by reason">
          {causes.map((cause) => (
            <CauseView key={cause.code} provider={provider} cause={cause} onRepaired={onRepaired} />
          ))}
        </ul>
      )}
      <AnchorLink to="/activity" search={{ oidc_op: provider }}>
        Show all sign-ins
      </AnchorLink>
    </>
  );
}

/** Sign-ins rejected for the same reason, and how to fix it, as the most recent one shows. */
function CauseView({ provider, onRepaired, cause }: SignInHealthProps & { cause: Cause }) {
  const { code, count: rejected, latest } = cause;
  const id = entryId(latest.sign_in_event_resource);
  const { data: event } = useQuery(signInEventQuery(id));
  const step = event && failedStep(event);
  return (
    <li>
      <Text>
        {formatNumber(rejected)} ×{' '}
        <Link to="/activity" search={{ oidc_op: provider, code }}>
          {reasonOf(code)}
        </Link>
        , last{' '}
        <Link to="/activity" search={{ oidc_op: provider, code, entry: id }}>
          <RelativeTime at={new Date(latest.at)} />
        </Link>
      </Text>
      {step && (
        <>
          <Text className="wrap">
            {step.message} {step.repair}
          </Text>
          <ProviderRepairs provider={provider} step={step} onRepaired={onRepaired} />
        </>
      )}
    </li>
  );
}

const longDay = { weekday: 'long', month: 'long', day: 'numeric' } as const;

/** Successful and rejected sign-ins per day, as bars with a common scale. */
function DailyChart({ days }: { days: readonly Day[] }) {
  const highest = Math.max(1, ...days.map(({ signedIn, rejected }) => signedIn + rejected));
  return (
    <ol className={classes.chart} aria-label="Sign-ins per day">
      {days.map(({ start, signedIn, rejected }) => {
        const text = `${formatTime(start, longDay)}: ${formatNumber(signedIn)} signed in, ${formatNumber(rejected)} rejected`;
        // React sets them through the CSSOM, which the Content-Security-Policy allows.
        const shares = {
          '--signed-in': signedIn / highest,
          '--rejected': rejected / highest,
        } as CSSProperties;
        return (
          <li key={start.getTime()} title={text}>
            <span className="visually-hidden">{text}</span>
            <span className={classes.bars} style={shares} aria-hidden="true">
              <span className={classes.rejected} />
              <span className={classes.signedIn} />
            </span>
            <span className="muted" aria-hidden="true">
              {formatTime(start, { weekday: 'short' })}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
