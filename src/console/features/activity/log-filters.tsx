import { ActionIcon, Popover, Stack, TextInput } from '@mantine/core';
import {
  firstMinute,
  lastMinute,
  periods,
  toLocalInput,
  type LogState,
} from '../../data/activity/filters.ts';
import { formatTime } from '../../lib/preferences/zoned-time.ts';
import type { ChangeListState, FilterChoice } from '../../ui/data-table/list-state.ts';
import { useCards } from '../../ui/data-table/data-table.tsx';
import { icon } from '../../ui/icons.tsx';

const CalendarIcon = icon('M5 6h14v14H5zM5 10h14M9 3v4m6-4v4');

/** Limits a log to a period until now. */
export const periodFilter: FilterChoice = {
  id: 'period',
  label: 'Period',
  single: true,
  replaces: ['since', 'until'],
  options: Object.entries(periods).map(([value, { label }]) => ({ value, label })),
};

const day = { month: 'short', day: 'numeric' } as const;
const clock = { hour: 'numeric', minute: '2-digit' } as const;

/** "Nov 26, 8:00 AM–8:59 AM"; from "…" or until "now" if it's open. */
function timesText({ since, until }: LogState): string {
  const isOneDay = toLocalInput(since).slice(0, 10) === toLocalInput(until).slice(0, 10);
  const textOf = (time: string | undefined, open: string, format: Intl.DateTimeFormatOptions) =>
    toLocalInput(time) === '' ? open : formatTime(Date.parse(time ?? ''), format);
  const full = { ...day, ...clock };
  return `${textOf(since, '…', full)}–${textOf(until, 'now', isOneDay ? clock : full)}`;
}

interface TimesFilterProps {
  state: LogState;
  onState: ChangeListState;
}

/** The times that a log is limited to, if they aren't those of a period. */
export function timesLimit(state: LogState, onState: ChangeListState) {
  const { period, since, until } = state;
  if (period !== undefined || (since === undefined && until === undefined)) return undefined;
  return {
    text: `Period: ${timesText(state)}`,
    onRemove: () => onState((latest) => ({ ...latest, since: undefined, until: undefined })),
  };
}

/** Limits a log to what's from one minute to another, both included. */
export function TimesFilter({ state, onState }: TimesFilterProps) {
  const isReversed = Date.parse(state.since ?? '') > Date.parse(state.until ?? '');
  const inputs = (
    <Stack gap={8}>
      {(
        [
          ['From', 'since', firstMinute],
          ['To', 'until', lastMinute],
        ] as const
      ).map(([label, end, timeOf]) => (
        <TextInput
          key={end}
          type="datetime-local"
          label={label}
          value={toLocalInput(state[end])}
          error={end === 'until' && isReversed && 'Must not be before From'}
          onChange={({ currentTarget: { value } }) =>
            onState((latest) => ({ ...latest, period: undefined, [end]: timeOf(value) }))
          }
        />
      ))}
    </Stack>
  );
  // They're among the other filters there.
  if (useCards()) return inputs;
  return (
    // Over the rows, which it mustn't move.
    <Popover withinPortal={false} position="bottom-start" trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon variant="default" size={32} aria-label="Choose times" title="Choose times">
          <CalendarIcon />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>{inputs}</Popover.Dropdown>
    </Popover>
  );
}

/** A filter that only links and charts set: its chip says what it's set to. */
export function presetFilter(
  id: string,
  label: string,
  value: string | undefined,
  name = value,
): FilterChoice[] {
  return value === undefined ? [] : [{ id, label, single: true, options: [{ value, label: name ?? value }] }];
}
