import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { fromLocalInput, periods, toLocalInput, type TimeFilter } from '../../data/activity/filters.ts';
import classes from './activity.module.css';

interface PeriodFilterProps {
  value: TimeFilter;
  onChange(value: TimeFilter): void;
}

const choices = [
  { value: '', label: 'Any time' },
  ...Object.entries(periods).map(([value, { label }]) => ({ value, label })),
  { value: 'custom', label: 'Custom period' },
];

/** Limits a log to a period until now, or from one time to another. */
export function PeriodFilter({ value, onChange }: PeriodFilterProps) {
  const { period, since, until } = value;
  const [custom, setCustom] = useState(since !== undefined || until !== undefined);
  return (
    <>
      <NativeSelect
        className={classes.choice}
        aria-label="Period"
        data={choices}
        value={custom ? 'custom' : (period ?? '')}
        onChange={({ currentTarget: { value: chosen } }) => {
          setCustom(chosen === 'custom');
          // The first value is "any time", and the last one keeps the list until a time is chosen.
          onChange(chosen in periods ? { period: chosen } : {});
        }}
      />
      {custom && (
        <>
          <TextInput
            type="datetime-local"
            aria-label="From"
            value={toLocalInput(since)}
            onChange={({ currentTarget }) => onChange({ since: fromLocalInput(currentTarget.value), until })}
          />
          <TextInput
            type="datetime-local"
            aria-label="To"
            value={toLocalInput(until)}
            onChange={({ currentTarget }) => onChange({ since, until: fromLocalInput(currentTarget.value) })}
          />
        </>
      )}
    </>
  );
}
