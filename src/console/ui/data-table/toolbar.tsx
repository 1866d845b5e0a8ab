import { Text, Button, Menu } from '@mantine/core';
import { distinctNames, matches } from '../../lib/matches.ts';
import { count, formatNumber, isolate } from '../../lib/text.ts';
import {
  isFiltered,
  type ChangeListState,
  type Filter,
  type ListState,
  chosenIn,
  choosing,
  toggling,
} from './list-state.ts';
import type { DataTableProps } from './table-props.ts';
import { useMemo, useState, Fragment } from 'react';
import { Name } from '../name.tsx';
import { firstOptions, SearchSelect } from '../search-select.tsx';
import { SearchField } from './search-field.tsx';
import { SearchIcon, ChevronDownIcon, CloseIcon } from '../icons.tsx';
import classes from './data-table.module.css';

interface FiltersProps<Item> {
  filters: readonly Filter<Item>[];
  state: ListState;
  onState: ChangeListState;
}

interface ToolbarProps<Item>
  extends
    FiltersProps<Item>,
    Pick<DataTableProps<Item>, 'noun' | 'limit' | 'progress' | 'actions' | 'total'> {
  /** How many rows are shown; undefined while they're loading. */
  shown: number | undefined;
  /** Whether the list is searched or filtered. */
  narrowed: boolean;
  /** The search that the rows belong to. */
  listed: string;
  /** Whether there's nothing to search. */
  empty: boolean;
}

/** A table's search, filters, count and buttons. */
export function Toolbar<Item>(props: ToolbarProps<Item>) {
  const { noun, filters, state, onState, limit, actions, empty } = props;
  return (
    <>
      {!empty && (
        <>
          <SearchField
            icon={<SearchIcon />}
            label={`Search ${noun}s`}
            className={classes.search}
            search={state.q}
            onSearch={(q) => onState((latest) => ({ ...latest, q }))}
          />
          <FilterMenu filters={filters.filter((filter) => !isLong(filter))} state={state} onState={onState} />
          {filters.filter(isLong).map((filter) => (
            <FilterPicker key={filter.id} filter={filter} onState={onState} />
          ))}
        </>
      )}
      {limit && <FilterChip {...limit} />}
      <FilterChips filters={filters} state={state} onState={onState} />
      {actions}
      {!empty && (
        <Text c="dimmed" role="status" aria-live={props.narrowed ? undefined : 'off'}>
          {props.progress ?? countText(props)}
        </Text>
      )}
    </>
  );
}

function countText<Item>({ noun, filters, state, shown, total, narrowed, listed }: ToolbarProps<Item>) {
  if (shown === undefined) return '';
  if (!narrowed) return count(shown, noun);
  if (shown === 0) return `No ${noun}s match ${isFiltered(state, filters) ? 'these filters' : `“${listed}”`}`;
  return total === undefined
    ? `${count(shown, noun)} found`
    : `${formatNumber(shown)} of ${count(total, noun)}`;
}

const mostInMenu = 50;

const isLong = ({ options }: Filter<never>) => options.length > mostInMenu;

/** Chooses the values of each filter. */
function FilterMenu<Item>({ filters, state, onState }: FiltersProps<Item>) {
  if (filters.length === 0) return null;
  return (
    <Menu position="bottom-start" closeOnItemClick={false}>
      <Menu.Target>
        <Button rightSection={<ChevronDownIcon />}>Filter</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {filters.map((filter, index) => {
          const chosen = chosenIn(state, filter);
          const nameOf = optionNames(filter);
          return (
            <Fragment key={filter.id}>
              {index > 0 && <Menu.Divider />}
              <Menu.Label>{filter.label}</Menu.Label>
              {filter.options.map((option) => (
                <Menu.CheckboxItem
                  key={option.value}
                  checked={chosen.includes(option.value)}
                  onChange={() => onState((latest) => toggling(latest, filter, option.value))}
                >
                  <Name>{nameOf(option)}</Name>
                </Menu.CheckboxItem>
              ))}
            </Fragment>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}

interface FilterPickerProps<Item> {
  filter: Filter<Item>;
  onState: ChangeListState;
}

/** Chooses a value of a filter with very many, by searching them. */
function FilterPicker<Item>({ filter, onState }: FilterPickerProps<Item>) {
  const [text, setText] = useState('');
  const found = useMemo(() => {
    const nameOf = optionNames(filter);
    const options = filter.options.map((option) => ({ value: option.value, label: nameOf(option) }));
    return options.filter(({ label }) => matches(text, label));
  }, [filter, text]);
  const label = `Filter by ${filter.label.toLowerCase()}`;
  return (
    <SearchSelect
      aria-label={label}
      placeholder={label}
      w={200}
      value=""
      shown=""
      data={firstOptions(found, mostInMenu)}
      onSearch={setText}
      onChange={(value) => onState((latest) => toggling(latest, filter, value))}
    />
  );
}

/** The options' labels, with their values if several look alike: two roles of one name. */
function optionNames<Item>({ options }: Filter<Item>) {
  return distinctNames(options, 'label', 'value');
}

/** One button per filter in use, which removes it. */
function FilterChips<Item>({ filters, state, onState }: FiltersProps<Item>) {
  return filters.map((filter) => {
    const chosen = chosenIn(state, filter);
    if (chosen.length === 0) return null;
    const nameOf = optionNames(filter);
    const labels = chosen.map((value) => {
      const option = filter.options.find((candidate) => candidate.value === value);
      return option ? nameOf(option) : value;
    });
    return (
      <FilterChip
        key={filter.id}
        text={`${filter.label}: ${labels.map(isolate).join(' or ')}`}
        onRemove={() => onState((latest) => choosing(latest, filter, []))}
      />
    );
  });
}

interface FilterChipProps {
  /** "State: Failed". */
  text: string;
  title?: string;
  onRemove(): void;
}

/** What a list is limited to, and a button that lifts the limit. */
export function FilterChip({ text, title = text, onRemove }: FilterChipProps) {
  return (
    <button
      type="button"
      className={classes.chip}
      aria-label={`Remove filter ${text}`}
      title={title}
      onClick={onRemove}
    >
      <Text component="span" inherit truncate>
        {text}
      </Text>
      <CloseIcon width={12} height={12} />
    </button>
  );
}
