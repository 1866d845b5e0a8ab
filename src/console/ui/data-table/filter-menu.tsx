import { Button, Menu } from '@mantine/core';
import { Fragment } from 'react';
import { isolate } from '../../lib/text.ts';
import { ChevronDownIcon, CloseIcon } from '../icons.tsx';
import classes from './data-table.module.css';
import {
  chosenIn,
  choosing,
  toggling,
  type ChangeListState,
  type Filter,
  type ListState,
} from './list-state.ts';

interface FiltersProps<Item> {
  filters: readonly Filter<Item>[];
  state: ListState;
  onState: ChangeListState;
}

/** Chooses the values of each filter. */
export function FilterMenu<Item>({ filters, state, onState }: FiltersProps<Item>) {
  if (filters.length === 0) return null;
  return (
    <Menu position="bottom-start" closeOnItemClick={false}>
      <Menu.Target>
        <Button rightSection={<ChevronDownIcon />}>Filter</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {filters.map((filter, index) => {
          const chosen = chosenIn(state, filter);
          return (
            <Fragment key={filter.id}>
              {index > 0 && <Menu.Divider />}
              <Menu.Label>{filter.label}</Menu.Label>
              {filter.options.map(({ value, label }) => (
                <Menu.CheckboxItem
                  key={value}
                  checked={chosen.includes(value)}
                  onChange={() => onState((latest) => toggling(latest, filter, value))}
                >
                  {label}
                </Menu.CheckboxItem>
              ))}
            </Fragment>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}

/** One button per filter in use, which removes it. */
export function FilterChips<Item>({ filters, state, onState }: FiltersProps<Item>) {
  return filters.map((filter) => {
    const chosen = chosenIn(state, filter);
    if (chosen.length === 0) return null;
    const labels = chosen.map(
      (value) => filter.options.find((option) => option.value === value)?.label ?? value,
    );
    return (
      <Chip
        key={filter.id}
        text={`${filter.label}: ${labels.map(isolate).join(' or ')}`}
        onRemove={() => onState((latest) => choosing(latest, filter, []))}
      />
    );
  });
}

/** What a list is limited to, and a button that lifts the limit. @param text "State: Failed" */
export function Chip({ text, onRemove }: { text: string; onRemove(): void }) {
  return (
    <button
      type="button"
      className={classes.chip}
      aria-label={`Remove filter ${text}`}
      title={text}
      onClick={onRemove}
    >
      <span className={classes.chipText}>{text}</span>
      <CloseIcon width={12} height={12} />
    </button>
  );
}
