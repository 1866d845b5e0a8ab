import { Button, CloseButton, Group, Text, TextInput, Title } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState, type ReactNode } from 'react';
import { ApiError, isNotOffered } from '../../api/errors.ts';
import { count } from '../../lib/text.ts';
import { sentenceOf } from '../../data/notifications/notify.ts';
import { ErrorView } from '../../ui/error-view.tsx';
import { SearchIcon } from '../../ui/icons.tsx';
import { NotOffered } from '../../ui/not-offered.tsx';
import { LineSkeletons } from '../../ui/line-skeletons.tsx';
import { RecordList, type Column } from './record-list.tsx';
import classes from './record-list.module.css';
import type { PagedList } from './use-record-pages.ts';

interface ListPageProps<Item> {
  title: string;
  /** The singular noun: "user". */
  noun: string;
  search: string;
  onSearch(text: string): void;
  list: PagedList<Item>;
  columns: readonly Column<Item>[];
  /** What the list is limited to, as text after the count, and a way to list everything; undefined if unlimited. */
  limitedTo?: { text: string; showAll: ReactNode } | undefined;
  /** Undefined if the user can't create any. */
  onNew: (() => void) | undefined;
  children?: ReactNode;
}

const typingPause = 200;

/** A page that lists many records and searches them. */
export function ListPage<Item>(props: ListPageProps<Item>) {
  const { title, noun, search, list, columns, limitedTo, onNew } = props;
  const { total, error } = list;
  return (
    <div className={classes.page}>
      <Group justify="space-between">
        <Title order={1} tabIndex={-1}>
          {title}
        </Title>
        {onNew && !isNotOffered(error) && <Button onClick={onNew}>New {noun}</Button>}
      </Group>
      {error !== null && error !== undefined && <Problem {...props} />}
      {!isNotOffered(error) && (
        <Group gap={12}>
          <Search noun={noun} search={search} onSearch={props.onSearch} />
          <Text size="sm" className="muted" role="status">
            {total === undefined ? '' : countText(total, props)}
          </Text>
          {limitedTo?.showAll}
        </Group>
      )}
      {total === undefined && !error && <LineSkeletons label={`Loading ${noun}s`} />}
      {total === 0 && (
        <Text size="sm">
          {search === '' ? `No ${noun}s are visible to you.` : `No ${noun}s match “${search}”`}
        </Text>
      )}
      {list.missing > 0 && (
        <Text size="sm" role="status">
          This list is incomplete: the service didn't return {count(list.missing, noun)}.
        </Text>
      )}
      {total !== undefined && total > 0 && (
        <RecordList label={title} list={list} columns={columns} search={search} />
      )}
      {props.children}
    </div>
  );
}

function countText<Item>(total: number, { noun, search, limitedTo }: ListPageProps<Item>): string {
  const which = limitedTo ? ` ${limitedTo.text}` : '';
  return `${count(total, noun)}${which}${search === '' ? '' : ' found'}`;
}

function Problem<Item>({ noun, limitedTo, list: { error, retry } }: ListPageProps<Item>) {
  if (isNotOffered(error) && !limitedTo) {
    return <NotOffered feature={`a list of ${noun}s`} />;
  }
  return (
    <ErrorView
      title={`Couldn't load ${noun}s`}
      detail={error instanceof ApiError ? error.detail : [sentenceOf(error)]}
      onRetry={retry}
    />
  );
}

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
      w={280}
      value={text}
      onChange={(event) => change(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') change('');
      }}
    />
  );
}
