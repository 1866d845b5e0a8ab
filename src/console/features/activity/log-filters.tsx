import { ActionIcon, Group, NativeSelect, Popover, Stack, TextInput } from '@mantine/core';
import { useState, type ComponentProps } from 'react';
import {
  firstMinute,
  lastMinute,
  periods,
  toLocalInput,
  type TimeFilter,
} from '../../data/activity/filters.ts';
import classes from './activity.module.css';
import { distinctNames } from '../../lib/matches.ts';
import { PencilIcon } from '../../ui/icons.tsx';
import { formatTime } from '../../lib/preferences/zoned-time.ts';
import { SearchField } from '../../ui/data-table/search-field.tsx';

type TextFilterProps = Pick<ComponentProps<typeof SearchField>, 'label' | 'search' | 'error' | 'onSearch'>;

/** A filter that's typed. */
export const TextFilter = (props: TextFilterProps) => <SearchField className={classes.search} {...props} />;

interface ChoiceFilterProps {
  label: string;
  /** What's chosen first: "Any action". */
  any: string;
  choices: readonly { value: string; label: string }[];
  value: string | undefined;
  onChange(value: string | undefined): void;
}

/** A filter with one of some values. */
export function ChoiceFilter({ label, any, choices, value = '', onChange }: ChoiceFilterProps) {
  const nameOf = distinctNames(choices, 'label', 'value');
  return (
    <NativeSelect
      className={classes.choice}
      aria-label={label}
      data={[
        { value: '', label: any },
        ...choices.map((choice) => ({ value: choice.value, label: nameOf(choice) })),
      ]}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)}
    />
  );
}

interface PeriodFilterProps {
  value: TimeFilter;
  /** Called with what changes. */
  onChange(value: TimeFilter): void;
}

const periodChoices = Object.entries(periods).map(([value, { label }]) => ({ value, label }));
const day = { month: 'short', day: 'numeric' } as const;
const clock = { hour: 'numeric', minute: '2-digit' } as const;

/** "Nov 26, 8:00 AM–8:59 AM"; from "…" or until "now" if it's open. */
function timesText({ since, until }: TimeFilter): string {
  const isOneDay = toLocalInput(since).slice(0, 10) === toLocalInput(until).slice(0, 10);
  const textOf = (time: string | undefined, open: string, format: Intl.DateTimeFormatOptions) =>
    toLocalInput(time) === '' ? open : formatTime(Date.parse(time ?? ''), format);
  const full = { ...day, ...clock };
  return `${textOf(since, '…', full)}–${textOf(until, 'now', isOneDay ? clock : full)}`;
}

/** Limits a log to a period until now, or from one minute to another, both included. */
export function PeriodFilter({ value, onChange }: PeriodFilterProps) {
  const { period, since, until } = value;
  const [choosing, setChoosing] = useState(false);
  const isReversed = Date.parse(since ?? '') > Date.parse(until ?? '');
  const hasTimes = since !== undefined || until !== undefined;
  const custom = { value: 'custom', label: hasTimes ? timesText(value) : 'Custom period' };
  return (
    <Group
      gap={4}
      wrap="nowrap"
      className={classes.period}
      // The popover only closes itself while it has the focus.
      onKeyDown={({ key }) => key === 'Escape' && setChoosing(false)}
    >
      <ChoiceFilter
        label="Period"
        any="Any time"
        choices={[...periodChoices, custom]}
        value={choosing || hasTimes ? custom.value : period}
        onChange={(chosen) => {
          setChoosing(chosen === custom.value);
          // A custom period keeps the list until a time is chosen.
          if (chosen !== custom.value) onChange({ period: chosen, since: undefined, until: undefined });
        }}
      />
      {/* Over the rows, which it mustn't move. */}
      <Popover opened={choosing} onChange={setChoosing} withinPortal={false} position="bottom-end">
        <Popover.Target>
          <ActionIcon
            size={32}
            aria-label="Choose times"
            title="Choose times"
            onClick={() => setChoosing(!choosing)}
          >
            <PencilIcon />
          </ActionIcon>
        </Popover.Target>
        <Popover.Dropdown>
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
                value={toLocalInput(value[end])}
                error={end === 'until' && isReversed && 'Must not be before From'}
                onChange={({ currentTarget }) =>
                  onChange({ period: undefined, [end]: timeOf(currentTarget.value) })
                }
              />
            ))}
          </Stack>
        </Popover.Dropdown>
      </Popover>
    </Group>
  );
}
