import { Button, Group, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { isWorthRetrying, sentencesOf } from '../../api/errors.ts';
import type { PagedList } from '../../data/access/use-record-pages.ts';
import { count } from '../../lib/text.ts';
import type { Column } from '../../ui/data-table/columns.ts';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import type { Filter, ListState } from '../../ui/data-table/list-state.ts';
import classes from './list-page.module.css';

interface ListPageProps<Item> {
  title: string;
  /** The singular noun: "user". */
  noun: string;
  state: ListState;
  onState(state: ListState): void;
  filters: readonly Filter<Item>[];
  list: PagedList<Item>;
  /** The search that the list belongs to. */
  listed: string;
  columns: readonly Column<Item>[];
  keyOf(item: Item): string;
  renderMenu(item: Item): ReactNode;
  renderBulkActions?:
    ((items: readonly Item[], select: (items: readonly Item[]) => void) => ReactNode) | undefined;
  /** What the list is limited to besides filters, and how to lift that. */
  limit?: { text: string; onRemove(): void } | undefined;
  /** Undefined if the user can't create any. */
  onNew: (() => void) | undefined;
  children?: ReactNode;
}

/** A page that lists many records. */
export function ListPage<Item>({ list, title, noun, state, onNew, children, ...props }: ListPageProps<Item>) {
  const { rows, error, missing, sorting } = list;
  return (
    <div className={classes.page}>
      <Group justify="space-between">
        <Title order={1} tabIndex={-1}>
          {title}
        </Title>
        {onNew && (
          <Button variant="filled" size="sm" onClick={onNew}>
            New {noun}
          </Button>
        )}
      </Group>
      {missing > 0 && (
        <Text size="sm" role="status">
          This list is incomplete: the service didn't return {count(missing, noun)}.
        </Text>
      )}
      <DataTable
        {...props}
        id={noun}
        label={title}
        noun={noun}
        state={state}
        rows={rows}
        stale={list.stale || props.listed !== (state.q ?? '')}
        progress={sorting ? `Loading ${count(rows.length, noun)}…` : undefined}
        onView={list.onView}
        loadAll={list.loadAll}
        error={
          error
            ? { detail: sentencesOf(error), onRetry: isWorthRetrying(error) ? list.retry : undefined }
            : undefined
        }
        empty={<Text size="sm">No {noun}s are visible to you.</Text>}
      />
      {children}
    </div>
  );
}
