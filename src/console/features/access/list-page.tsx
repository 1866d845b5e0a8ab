import { Button, CloseButton, Group, Text, TextInput, Title } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState, type ReactNode } from 'react';
import { isWorthRetrying, sentencesOf } from '../../api/errors.ts';
import { count } from '../../lib/text.ts';
import type { Column } from '../../ui/data-table/columns.ts';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { SearchIcon } from '../../ui/icons.tsx';
import classes from './list-page.module.css';
import type { PagedList } from '../../data/access/use-record-pages.ts';

/** A list's search and order, as in the URL. */
export interface ListSearch {
  q?: string | undefined;
  sort?: string | undefined;
}

interface ListPageProps<Item> {
  title: string;
  /** The singular noun: "user". */
  noun: string;
  search: ListSearch;
  onSearch(search: ListSearch): void;
  list: PagedList<Item>;
  /** The search that the list belongs to. */
  listed: string;
  columns: readonly Column<Item>[];
  keyOf(item: Item): string;
  renderMenu(item: Item): ReactNode;
  /** What the list is limited to, as text after the count, and a way to list everything; undefined if unlimited. */
  limitedTo?: { text: string; showAll: ReactNode } | undefined;
  /** Undefined if the user can't create any. */
  onNew: (() => void) | undefined;
  children?: ReactNode;
}

/** A page that lists many records, searches and sorts them. */
export function ListPage<Item>(props: ListPageProps<Item>) {
  const { title, noun, search, onSearch, list, listed, columns, keyOf, renderMenu, limitedTo, onNew } = props;
  const { rows, error, missing } = list;
  return (
    <div className={classes.page}>
      <Group justify="space-between">
        <Title order={1} tabIndex={-1}>
          {title}
        </Title>
        {onNew && <Button onClick={onNew}>New {noun}</Button>}
      </Group>
      {missing > 0 && (
        <Text size="sm" role="status">
          This list is incomplete: the service didn't return {count(missing, noun)}.
        </Text>
      )}
      <DataTable
        id={noun}
        label={title}
        noun={noun}
        rows={rows}
        columns={columns}
        keyOf={keyOf}
        sort={search.sort}
        onSort={(sort) => onSearch({ ...search, sort })}
        search={listed}
        stale={list.stale || listed !== (search.q ?? '')}
        onView={list.onView}
        loadAll={list.loadAll}
        renderMenu={renderMenu}
        error={
          error
            ? { detail: sentencesOf(error), onRetry: isWorthRetrying(error) ? list.retry : undefined }
            : undefined
        }
        empty={<Text size="sm">No {noun}s are visible to you.</Text>}
        toolbar={
          <>
            <Search noun={noun} search={search.q ?? ''} onSearch={(q) => onSearch({ ...search, q })} />
            <Text size="sm" className="muted" role="status">
              {countText(rows.length, props)}
            </Text>
            {limitedTo?.showAll}
          </>
        }
      />
      {props.children}
    </div>
  );
}

function countText<Item>(total: number, { noun, listed, limitedTo, list }: ListPageProps<Item>): string {
  if (list.sorting) return `Sorting ${count(total, noun)}…`;
  const which = limitedTo ? ` ${limitedTo.text}` : '';
  return `${count(total, noun)}${which}${listed === '' ? '' : ' found'}`;
}

const typingPause = 200;

function Search({ noun, search, onSearch }: { noun: string; search: string; onSearch(text: string): void }) {
  const [text, setText] = useState(search);
  const notifyParent = useDebouncedCallback(onSearch, typingPause);
  const change = (next: string) => {
    setText(next);
    notifyParent(next);
  };
  return (
    <TextInput
      aria-label={`Search ${noun}s`}
      placeholder={`Search ${noun}s`}
      leftSection={<SearchIcon />}
      rightSection={
        text !== '' && <CloseButton size={24} aria-label="Clear the search" onClick={() => change('')} />
      }
      className={classes.search}
      value={text}
      onChange={(event) => change(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') change('');
      }}
    />
  );
}
