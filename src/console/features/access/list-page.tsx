import { Button, CloseButton, Group, Text, TextInput, Title } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState, type ReactNode } from 'react';
import { ApiError } from '../../api/errors.ts';
import { count } from '../../lib/text.ts';
import { sentenceOf } from '../../data/notifications/notify.ts';
import { ErrorView } from '../../ui/error-view.tsx';
import { SearchIcon } from '../../ui/icons.tsx';
import { LineSkeletons } from '../../ui/line-skeletons.tsx';
import { isAbsent } from './queries.ts';
import { RecordList, type Column } from './record-list.tsx';
import classes from './record-list.module.css';
import type { LongList } from './use-record-pages.ts';

interface ListPageProps<Item> {
  title: string;
  /** What one record is called: "user". */
  noun: string;
  search: string;
  onSearch(text: string): void;
  list: LongList<Item>;
  columns: readonly Column<Item>[];
  /** Which part of all records is listed, in words after their count, and a way to see all; undefined where all are. */
  narrowedTo?: { words: string; toAll: ReactNode } | undefined;
  /** Absent where the user may not create any. */
  onNew: (() => void) | undefined;
  children?: ReactNode;
}

const typingPause = 200;

/** A page that lists many records and searches them. */
export function ListPage<Item>(props: ListPageProps<Item>) {
  const { title, noun, search, list, columns, narrowedTo, onNew } = props;
  const { total, error } = list;
  return (
    <div className={classes.page}>
      <Group justify="space-between">
        <Title order={1} tabIndex={-1}>
          {title}
        </Title>
        {onNew && !isAbsent(error) && <Button onClick={onNew}>New {noun}</Button>}
      </Group>
      {error !== null && error !== undefined && <Problem {...props} />}
      {!isAbsent(error) && (
        <Group gap={12}>
          <Search noun={noun} search={search} onSearch={props.onSearch} />
          <Text size="sm" className="muted" role="status">
            {total === undefined ? '' : countInWords(total, props)}
          </Text>
          {narrowedTo?.toAll}
        </Group>
      )}
      {total === undefined && !error && <LineSkeletons label={`Loading ${noun}s`} />}
      {total === 0 && (
        <Text size="sm">
          {search === '' ? `There is no ${noun} that you can see.` : `No ${noun} fits “${search}”.`}
        </Text>
      )}
      {list.missing > 0 && (
        <Text size="sm" role="status">
          This list isn't complete: the service counts {count(list.missing, noun)} more, but didn't return{' '}
          {list.missing === 1 ? 'it' : 'them'}.
        </Text>
      )}
      {total !== undefined && total > 0 && (
        <RecordList label={title} list={list} columns={columns} search={search} />
      )}
      {props.children}
    </div>
  );
}

function countInWords<Item>(total: number, { noun, search, narrowedTo }: ListPageProps<Item>): string {
  const which = narrowedTo ? ` ${narrowedTo.words}` : '';
  return `${count(total, noun)}${which}${search === '' ? '' : ' found'}`;
}

function Problem<Item>({ title, noun, narrowedTo, list: { error, retry } }: ListPageProps<Item>) {
  if (isAbsent(error) && !narrowedTo) {
    return (
      <Text maw="72ch">
        This service does not offer its {noun}s here: it answers that there is no such list.
      </Text>
    );
  }
  return (
    <ErrorView
      title={`${title} could not be loaded`}
      detail={error instanceof ApiError ? error.detail : [sentenceOf(error)]}
      onRetry={retry}
    />
  );
}

function Search({ noun, search, onSearch }: { noun: string; search: string; onSearch(text: string): void }) {
  const [text, setText] = useState(search);
  const tell = useDebouncedCallback(onSearch, typingPause);
  const change = (next: string) => {
    setText(next);
    tell(next);
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
