import { NativeSelect, TextInput, Button } from '@mantine/core';
import { useState } from 'react';
import { useDebouncedCallback } from '@mantine/hooks';
import {
  firstMinute,
  lastMinute,
  periods,
  toLocalInput,
  type TimeFilter,
} from '../../data/activity/filters.ts';
import classes from './activity.module.css';
import { distinctNames } from '../../lib/matches.ts';
import { CloseIcon } from '../../ui/icons.tsx';
import { Name } from '../../ui/name.tsx';
import { useTypedText } from '../../lib/use-typed-text.ts';

interface TextFilterProps {
  label: string;
  value: string | undefined;
  error?: string | undefined;
  onChange(value: string | undefined): void;
}

const typingPause = 300;

/** A filter that's typed. */
export function TextFilter({ label, value = '', error, onChange }: TextFilterProps) {
  const { text, setText, send } = useTypedText(value, (typed) => onChange(typed || undefined));
  const sendLater = useDebouncedCallback((typed: string) => send(typed.trim()), typingPause);
  return (
    <TextInput
      aria-label={label}
      data-search
      placeholder={label}
      className={classes.search}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      value={text}
      error={error}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        sendLater(currentTarget.value);
      }}
    />
  );
}

interface FilterChipProps {
  /** What it filters by: "User". */
  label: string;
  value: string;
  /** The path of the record that `value` names. */
  path?: string | undefined;
  onRemove(): void;
}

/** A filter that was set by a link, to remove. */
export function FilterChip({ label, value, path, onRemove }: FilterChipProps) {
  return (
    <Button
      variant="light"
      rightSection={<CloseIcon width={12} height={12} />}
      title={path === undefined ? 'Remove this filter' : `Remove this filter (${path})`}
      onClick={onRemove}
    >
      {label}:&nbsp;<Name>{value}</Name>
    </Button>
  );
}

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
  const nameOf = distinctNames(
    choices,
    (choice) => choice.label,
    (choice) => choice.value,
  );
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

const periodChoices = [
  ...Object.entries(periods).map(([value, { label }]) => ({ value, label })),
  { value: 'custom', label: 'Custom period' },
];

/** Limits a log to a period until now, or from one minute to another, both included. */
export function PeriodFilter({ value, onChange }: PeriodFilterProps) {
  const { period, since, until } = value;
  const [custom, setCustom] = useState(since !== undefined || until !== undefined);
  return (
    <>
      <ChoiceFilter
        label="Period"
        any="Any time"
        choices={periodChoices}
        value={custom ? 'custom' : period}
        onChange={(chosen) => {
          setCustom(chosen === 'custom');
          // A custom period keeps the list until a time is chosen.
          onChange({ period: chosen === 'custom' ? undefined : chosen, since: undefined, until: undefined });
        }}
      />
      {custom && (
        <>
          <TextInput
            type="datetime-local"
            aria-label="From"
            value={toLocalInput(since)}
            onChange={({ currentTarget }) => onChange({ since: firstMinute(currentTarget.value) })}
          />
          <TextInput
            type="datetime-local"
            aria-label="To"
            value={toLocalInput(until)}
            onChange={({ currentTarget }) => onChange({ until: lastMinute(currentTarget.value) })}
          />
        </>
      )}
    </>
  );
}
