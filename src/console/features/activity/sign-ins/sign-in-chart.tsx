import { Anchor, SegmentedControl, Skeleton, Text, Table, Group, Paper } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { TableHead } from '../../../ui/item-list/table-head.tsx';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { isUnavailable } from '../../../../client/errors.ts';
import { polled } from '../../../api/retries.ts';
import { signInQuery, type SignInFilter, type TimeFilter } from '../../../data/activity/filters.ts';
import {
  countedStarts,
  periodsOf,
  ranges,
  signInCountsQuery,
  totalOf,
  usePeriodStarts,
  type Period,
  type Range,
} from '../../../data/activity/sign-in-counts.ts';
import { errorProps } from '../../../data/access/error-props.tsx';
import { useRights } from '../../../data/service/rights.ts';
import { useNow } from '../../../lib/use-now.ts';
import { formatClock, formatTime } from '../../../lib/preferences/zoned-time.ts';
import { count, formatNumber } from '../../../lib/text.ts';
import { Disclosure } from '../../../ui/section.tsx';
import { OutcomeBars } from '../../../ui/charts/outcome-bars.tsx';
import { ErrorView } from '../../../ui/error-view.tsx';
import classes from './sign-in-chart.module.css';

const choices = Object.entries(ranges).map(([value, { label }]) => ({ value, label }));
const minute = 60_000;

interface SignInChartProps {
  /** What's counted, except for the time. */
  filter: SignInFilter;
  /** In pixels. */
  height?: number;
  /** Lists the sign-ins of a period. */
  onChoose(times: TimeFilter): void;
}

/** How many sign-ins succeeded and were rejected, by hour or day; nothing if the service doesn't count them. */
export function SignInChart({ filter, height = 160, onChoose }: SignInChartProps) {
  const [range, setRange] = useState<Range>('day');
  // Periods start on the hour or later: the query changes only then.
  const starts = usePeriodStarts(range);
  const { providers: seesProviders } = useRights();
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...signInCountsQuery(signInQuery(filter, 0), countedStarts(range, useNow(minute))),
    ...polled,
  });
  const periods = useMemo(() => periodsOf(data?.data ?? [], starts), [data, starts]);
  if (isUnavailable(error)) return null;
  if (error) return <ErrorView title="Couldn't count sign-ins" {...errorProps(error, refetch)} />;
  const counts = (data?.data ?? []).filter(({ start }) => starts[0] && new Date(start) >= starts[0]);
  const total = totalOf(counts);
  const all = total.signedIn + total.rejected;
  const { text } = ranges[range];
  const sought = filter.login ?? filter.user ?? filter.outcome ?? filter.code ?? filter.reference;
  const choose = ({ start, end }: Period) =>
    onChoose({
      period: undefined,
      since: start.toISOString(),
      // Its last minute is included.
      until: end && new Date(end.getTime() - minute).toISOString(),
    });
  return (
    <Paper withBorder p={16} bg="var(--surface)" fz={13} className={classes.card}>
      <Group gap="8px 32px" align="flex-start">
        <Text fz={16} fw={600}>
          {data ? count(all, 'sign-in') : '…'}
          {/* None that are visible doesn't mean none. */}
          {data && (seesProviders || total.rejected > 0) && ` · ${formatNumber(total.rejected)} rejected`}
        </Text>
        <div className={classes.ranges}>
          <SegmentedControl
            aria-label="Time range"
            size="xs"
            fullWidth
            data={choices}
            value={range}
            onChange={(value) => setRange(value as Range)}
          />
        </div>
        <Text className={classes.period} ml="auto">
          In {text}
        </Text>
      </Group>
      <div className={classes.chart} style={{ height }}>
        {data && all > 0 && (
          <OutcomeBars
            label={`Sign-ins in ${text}`}
            height={height}
            bars={periods.map((period) => ({
              ...period,
              tick: ranges[range].unit === 'hour' ? formatClock(period.start) : formatTime(period.start, day),
              time: timeOf(period, range),
            }))}
            onChoose={(position) => periods[position] && choose(periods[position])}
          />
        )}
        {data && all === 0 && !isPlaceholderData && (
          <Text c="dimmed">
            No {sought !== undefined && 'matching '}sign-ins in {text}
          </Text>
        )}
        {!data && <Skeleton height={height} />}
      </div>
      <Group className={classes.legend} gap="4px 16px" mt={8} align="baseline" fz={12} c="dimmed">
        <span className={classes.key} data-outcome="signed_in">
          signed in
        </span>
        <span className={classes.key} data-outcome="rejected">
          rejected
        </span>
        {data?.complete === false && counts.length === data.data.length && (
          <span>Only the last {count(all, 'sign-in')}</span>
        )}
        <PeriodTable periods={periods} range={range} onChoose={choose} />
      </Group>
      {!seesProviders && (
        <Text c="dimmed">
          You can't see rejected sign-ins that name no user.{' '}
          <Link to="/access/can" search={{ feature: 'palisade', privilege: 'ro' }}>
            What would allow this?
          </Link>
        </Text>
      )}
    </Paper>
  );
}

interface PeriodTableProps {
  periods: readonly Period[];
  range: Range;
  onChoose(period: Period): void;
}

/** The chart's values, to read and to use with the keyboard. */
function PeriodTable({ periods, range, onChoose }: PeriodTableProps) {
  return (
    <Disclosure className={classes.table} summary="Show as table">
      <Table verticalSpacing={4} mt={8} c="var(--text)">
        <TableHead columns={[ranges[range].unit === 'hour' ? 'Hour' : 'Day', 'Signed in', 'Rejected']} />
        <Table.Tbody>
          {periods.map((period) => (
            <Table.Tr key={period.start.getTime()}>
              <Table.Th scope="row">
                <Anchor component="button" type="button" ta="start" onClick={() => onChoose(period)}>
                  {timeOf(period, range)}
                </Anchor>
              </Table.Th>
              <Table.Td>{formatNumber(period.signedIn)}</Table.Td>
              <Table.Td>{formatNumber(period.rejected)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Disclosure>
  );
}

const day = { month: 'short', day: 'numeric' } as const;
const weekday = { weekday: 'long', month: 'long', day: 'numeric' } as const;

/** "Tue, Mar 3, 2 PM–3 PM", or "Tuesday, March 3". */
function timeOf({ start, end }: Period, range: Range): string {
  if (ranges[range].unit === 'day') return formatTime(start, weekday);
  return `${formatClock(start, { weekday: 'short', ...day })}–${end ? formatClock(end) : 'now'}`;
}
