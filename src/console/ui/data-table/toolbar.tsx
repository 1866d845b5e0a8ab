import { Button, Drawer, Group, Menu, Stack, Text } from '@mantine/core';
import { distinctNames, matches } from '../../lib/matches.ts';
import { count, formatNumber, isolate } from '../../lib/text.ts';
import {
  isFiltered,
  type ChangeListState,
  type FilterChoice,
  type ListState,
  chosenIn,
  choosing,
  toggling,
} from './list-state.ts';
import type { Rows } from './columns.ts';
import type { DataTableProps } from './table-props.ts';
import { useMemo, useState } from 'react';
import { useDisclosure } from '@mantine/hooks';
import { Name } from '../name.tsx';
import { firstOptions, SearchSelect } from '../search-select.tsx';
import { SearchField } from './search-field.tsx';
import { ChevronDownIcon, CloseIcon } from '../icons.tsx';
import classes from './data-table.module.css';

interface FiltersProps {
  filters: readonly FilterChoice[];
  state: ListState;
  onState: ChangeListState;
}

interface ToolbarProps
  extends
    FiltersProps,
    Pick<
      DataTableProps<never>,
      'noun' | 'limit' | 'progress' | 'pickers' | 'actions' | 'total' | 'searches'
    > {
  /** Whether there's only space for one search and a button for the filters. */
  narrow: boolean;
  /** Undefined while they're loading. */
  rows: Pick<Rows<unknown>, 'length' | 'more'> | undefined;
  /** Whether the list is searched or filtered. */
  narrowed: boolean;
  /** The search that the rows belong to. */
  listed: string;
  /** Whether there's nothing to search. */
  empty: boolean;
}

/** A table's search, filters, count and buttons. */
export function Toolbar(props: ToolbarProps) {
  const { noun, filters, state, onState, limit, pickers, narrow, empty } = props;
  const [opened, { open, close }] = useDisclosure();
  const inUse = Object.entries(state).filter(([id, value]) => id !== 'sort' && value);
  const clear = () => {
    onState(({ sort }) => ({ sort }));
    limit?.onRemove();
  };
  const [first, ...searches] = (props.searches ?? [{ id: 'q', label: `Search ${noun}s` }]).map(
    ({ id, label, error }) => (
      <SearchField
        key={id}
        label={label}
        error={error}
        className={classes.search}
        search={state[id]}
        onSearch={(text) => onState((latest) => ({ ...latest, [id]: text }))}
      />
    ),
  );
  const others = (
    <>
      {searches}
      {!narrow && (
        <FilterMenu filters={filters.filter((filter) => !isLong(filter))} state={state} onState={onState} />
      )}
      {filters.map(
        (filter) =>
          (narrow || isLong(filter)) && <FilterPicker key={filter.id} filter={filter} onState={onState} />,
      )}
      {pickers}
    </>
  );
  const hasOthers = filters.length + searches.length > 0 || Boolean(pickers);
  return (
    <>
      {!empty && first}
      {!empty && !narrow && others}
      {!empty && narrow && hasOthers && (
        <>
          <Button aria-haspopup="dialog" onClick={open}>
            Filter
          </Button>
          <Drawer opened={opened} onClose={close} title="Filter">
            <Stack gap="sm">{others}</Stack>
          </Drawer>
        </>
      )}
      {props.actions && <Group className={classes.actions}>{props.actions}</Group>}
      <div className={classes.status}>
        {!empty && (
          <Text c="dimmed" role="status" aria-live={props.narrowed ? undefined : 'off'}>
            {props.progress ?? countText(props)}
          </Text>
        )}
        {limit && <FilterChip {...limit} />}
        <FilterChips filters={filters} state={state} onState={onState} />
        {inUse.length + (limit ? 1 : 0) > 1 && (
          <button type="button" className={classes.chip} onClick={clear}>
            Clear filters
          </button>
        )}
      </div>
    </>
  );
}

function countText({ noun, filters, state, rows, total, narrowed, listed }: ToolbarProps) {
  if (rows === undefined) return '';
  const { length, more } = rows;
  if (!narrowed) return count(length, noun, more);
  const isSearched = Boolean(state.q) && !isFiltered(state, filters);
  if (length === 0) return `No ${noun}s match ${isSearched ? `“${listed}”` : 'these filters'}`;
  return total === undefined
    ? `${count(length, noun, more)} found`
    : `${formatNumber(length)} of ${count(total, noun)}`;
}

const mostInMenu = 50;

const isLong = ({ options }: FilterChoice) => options.length > mostInMenu;

/** Chooses the values of each filter. */
function FilterMenu({ filters, state, onState }: FiltersProps) {
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
          const Item = filter.single ? Menu.RadioItem : Menu.CheckboxItem;
          return (
            <div key={filter.id} role="group" aria-label={filter.label}>
              {index > 0 && <Menu.Divider />}
              <Menu.Label>{filter.label}</Menu.Label>
              {filter.options.map((option) => (
                <Item
                  key={option.value}
                  value={option.value}
                  checked={chosen.includes(option.value)}
                  // Also called for a radio item that's chosen, unlike `onChange`.
                  onClick={() => onState((latest) => toggling(latest, filter, option.value))}
                >
                  <Name>{nameOf(option)}</Name>
                </Item>
              ))}
            </div>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}

interface FilterPickerProps {
  filter: FilterChoice;
  onState: ChangeListState;
}

/** Chooses a value of a filter with very many, by searching them. */
function FilterPicker({ filter, onState }: FilterPickerProps) {
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
      value=""
      shown=""
      data={firstOptions(found, mostInMenu)}
      onSearch={setText}
      onChange={(value) => onState((latest) => toggling(latest, filter, value))}
    />
  );
}

/** The options' labels, with their values if several look alike: two roles of one name. */
function optionNames({ options }: FilterChoice) {
  return distinctNames(options, 'label', 'value');
}

/** One button per filter in use, which removes it. */
function FilterChips({ filters, state, onState }: FiltersProps) {
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
  onRemove(): void;
}

/** What a list is limited to, and a button that lifts the limit. */
function FilterChip({ text, onRemove }: FilterChipProps) {
  return (
    <button
      type="button"
      className={classes.chip}
      aria-label={`Remove filter ${text}`}
      title={text}
      onClick={onRemove}
    >
      <Text component="span" inherit truncate>
        {text}
      </Text>
      <CloseIcon width={12} height={12} />
    </button>
  );
}
