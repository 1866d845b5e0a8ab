import { Paper } from '@mantine/core';
import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';
import { useId } from 'react';
import { ResponsiveContainer } from 'recharts';
import classes from './outcome-bars.module.css';

/** A bar of two stacked counts. */
export interface OutcomeBar {
  /** Below the bar: "14:00". */
  tick: string;
  /** What's counted: "Tue, Mar 3, 14:00–15:00". */
  time: string;
  signedIn: number;
  rejected: number;
}

interface OutcomeBarsProps {
  /** What the chart shows, for screen readers. */
  label: string;
  bars: readonly OutcomeBar[];
  height: number;
  /** Called with the position of the bar that was clicked. */
  onChoose(position: number): void;
}

const series = [
  { name: 'signedIn', label: 'signed in', color: 'var(--signed-in)' },
  { name: 'rejected', label: 'rejected', color: 'var(--rejected)' },
];

/** Sign-ins as stacked bars with a common scale: rejected ones are hatched. */
export function OutcomeBars({ label, bars, height, onChoose }: OutcomeBarsProps) {
  const pattern = useId();
  // Bars are identified by their position: ticks repeat, for example when clocks go back.
  const data = bars.map((bar, position) => ({ ...bar, position }));
  return (
    // With a height of its own, it draws nothing while it's hidden; the chart's container warns then.
    <ResponsiveContainer height={height}>
      <BarChart
        h={height}
        className={classes.chart}
        data={data}
        dataKey="position"
        type="stacked"
        series={series}
        withYAxis={false}
        gridAxis="none"
        tickLine="none"
        xAxisProps={{
          tickFormatter: (position: number) => bars[position]?.tick ?? '',
          minTickGap: 24,
          interval: 'equidistantPreserveStart',
          axisLine: { stroke: 'var(--line)' },
        }}
        barProps={({ name }) => ({
          maxBarSize: 40,
          radius: 2,
          ...(name === 'rejected' && { fill: `url(#${pattern})` }),
        })}
        barChartProps={{
          barCategoryGap: '12%',
          margin: { top: 4, right: 0, bottom: 0, left: 0 },
          title: label,
          // Later, a tap's click would come before the bar that it's on is known.
          throttledEvents: [],
          onClick: ({ activeTooltipIndex }) => {
            if (activeTooltipIndex !== undefined && activeTooltipIndex !== null)
              onChoose(Number(activeTooltipIndex));
          },
        }}
        tooltipProps={{
          content: valuesOf,
          cursor: { fill: 'var(--hover)', stroke: 'none' },
          isAnimationActive: false,
        }}
      >
        <defs>
          <pattern
            id={pattern}
            width="5"
            height="5"
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <rect width="5" height="5" fill="var(--rejected)" />
            <rect width="1.5" height="5" fill="var(--page)" opacity={0.45} />
          </pattern>
        </defs>
      </BarChart>
    </ResponsiveContainer>
  );
}

/** The values of the bar under the pointer or the focus. */
function valuesOf({ payload }: { payload?: readonly { payload?: unknown }[] }) {
  // One of `bars`.
  const bar = payload?.[0]?.payload as OutcomeBar | undefined;
  return (
    bar && (
      <Paper withBorder px={12} py={8} bg="var(--surface)" fz={12} lh={1.6}>
        <strong>{bar.time}</strong>
        <div>{bar.signedIn} signed in</div>
        <div>{bar.rejected} rejected</div>
      </Paper>
    )
  );
}
