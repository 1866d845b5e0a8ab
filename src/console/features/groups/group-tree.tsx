import { ActionIcon, Box, Button, Group, Text } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';
import { findInText } from '../../../contract/search.ts';
import { count, formatNumber } from '../../lib/text.ts';
import { ChevronDownIcon, ChevronUpIcon } from '../../ui/icons.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { useTypedText } from '../../lib/use-typed-text.ts';
import { TreeView, type TreeHandle } from '../../ui/tree-view/tree-view.tsx';
import classes from './group-tree.module.css';
import { groupPath } from '../../../contract/groups/groups.ts';
import { ancestorNames, type GroupModel, type TreeGroup } from '../../data/groups/model.ts';
import { LockMark } from '../../data/jobs/record-lock.tsx';
import { useGroups, type useGroupTree } from './use-group-tree.ts';

interface GroupTreeProps {
  tree: ReturnType<typeof useGroupTree>;
  /** The groups that an action will be for. */
  marked: ReadonlySet<number>;
  onMark(ids: readonly number[], mark: boolean): void;
  renderMenu(group: TreeGroup): ReactNode;
  onRowKey(key: string, id: number): boolean;
}

/** The filter and the tree below it. */
export function GroupTree(props: GroupTreeProps) {
  const { tree, marked, onMark, renderMenu, onRowKey } = props;
  const { complete, rights } = useGroups();
  const { selected, model, rows, filter, flat } = tree;
  const handle = useRef<TreeHandle>(null);
  const revealed = useRef<number>(undefined);
  useEffect(() => {
    // Once per selection: later changes of the rows must not scroll back to it.
    if (selected === undefined || revealed.current === selected || !rows.some(({ id }) => id === selected))
      return;
    revealed.current = selected;
    handle.current?.reveal(selected);
  }, [selected, rows]);

  function goToHit(direction: 1 | -1) {
    const isHit = (id: number | undefined) => id !== undefined && filter?.hits.has(id);
    const from = isHit(selected) ? rows.findIndex(({ id }) => id === selected) : -1;
    // Before the first row, or after the last.
    let at = from === -1 && direction === -1 ? rows.length : from;
    for (let step = 0; step < rows.length; step += 1) {
      at = (at + direction + rows.length) % rows.length;
      const next = rows.at(at)?.id;
      if (next === undefined || !isHit(next)) continue;
      handle.current?.reveal(next);
      tree.select(next);
      return;
    }
  }

  return (
    <>
      <FilterBox
        text={tree.filterText}
        hits={filter?.hits.size}
        total={model.size}
        flat={flat}
        onChange={tree.setFilter}
        onFlat={tree.setFlat}
        onGo={goToHit}
      />
      {filter?.hits.size !== 0 && (
        <TreeView
          ref={handle}
          label="Groups"
          rows={rows}
          complete={complete}
          selected={selected}
          textOf={(id) => model.get(id)?.name ?? ''}
          onSelect={tree.select}
          onOpenChange={tree.setOpen}
          marked={marked}
          onMark={onMark}
          renderMenu={(id) => {
            const group = model.get(id);
            return group && renderMenu(group);
          }}
          onRowKey={onRowKey}
          renderRow={({ id }) => {
            const group = model.get(id);
            const below = model.below(id);
            const lock = rights.lockOf(id);
            // It's only shown because it's above a match.
            const isContext = filter?.ancestors.has(id) && !filter.hits.has(id);
            return (
              <>
                <span
                  className={classes.name}
                  translate="no"
                  data-context={isContext || lock !== undefined || undefined}
                  title={group?.name}
                >
                  <Highlight text={group?.name ?? ''} query={filter?.hits.has(id) ? tree.filterText : ''} />
                </span>
                {group && filter?.hits.has(id) && <MatchReason group={group} query={tree.filterText} />}
                {flat && <Place model={model} id={id} />}
                <LockMark lock={lock} />
                {complete && group?.orphanReason && (
                  <span className={classes.orphanReason}>{group.orphanReason}</span>
                )}
                {below > 0 && !flat && (
                  <Box component="span" flex="none" fz={12} c="dimmed" title={countText(below, complete)}>
                    <span aria-hidden="true">
                      {formatNumber(below)}
                      {!complete && '+'}
                    </span>
                    <span className="visually-hidden">{countText(below, complete)}</span>
                  </Box>
                )}
              </>
            );
          }}
        />
      )}
    </>
  );
}

/** "312 subgroups", "at least 312 subgroups". */
function countText(below: number, complete: boolean): string {
  return `${complete ? '' : 'at least '}${count(below, 'subgroup')}`;
}

const excerptLead = 16;

/** What a filter found besides the name: a part of the description, or the path. */
function MatchReason({ group: { id, name, description }, query }: { group: TreeGroup; query: string }) {
  if (matchIn(name, query)) return null;
  const found = findInText(description, query.trim());
  const start = Math.max(0, (found?.start ?? 0) - excerptLead);
  return (
    <span className={classes.place} translate="no" title={found ? description : undefined}>
      {found && start > 0 && '…'}
      {found ? <Highlight text={description.slice(start)} query={query} /> : groupPath(id)}
    </span>
  );
}

/** A group's ancestors, for a row of the flat list. */
function Place({ model, id }: { model: GroupModel; id: number }) {
  const places = ancestorNames(model, id);
  return (
    <span className={classes.place} translate="no" title={places.join(' › ')}>
      {/* The top is above every group, so it's omitted. */}
      {(places.length > 1 ? places.slice(1) : places).join(' › ')}
    </span>
  );
}

interface FilterBoxProps {
  /** The text that produced the hits. */
  text: string;
  hits: number | undefined;
  total: number;
  flat: boolean;
  onChange(text: string): void;
  onFlat(flat: boolean): void;
  onGo(direction: 1 | -1): void;
}

function FilterBox({ text, hits, total, flat, onChange, onFlat, onGo }: FilterBoxProps) {
  // Otherwise both numbers are minimums.
  const { complete } = useGroups();
  const more = complete ? '' : '+';
  const all = `${formatNumber(total)}${more} group${total === 1 && complete ? '' : 's'}`;
  const { text: typed, setText: setTyped, send } = useTypedText(text, onChange);
  // Enter was pressed before the filter had run: the jump waits for the hits.
  const pendingJump = useRef<1 | -1>(undefined);
  useEffect(() => {
    const direction = pendingJump.current;
    if (direction === undefined || typed !== text) return;
    pendingJump.current = undefined;
    onGo(direction);
  }, [typed, text, onGo]);
  const go = (direction: 1 | -1) => {
    if (typed === text) onGo(direction);
    else pendingJump.current = direction;
  };
  const change = (value: string) => {
    pendingJump.current = undefined;
    setTyped(value);
    send(value);
  };
  return (
    <Box px={12}>
      <SearchInput
        label="Filter groups"
        value={typed}
        onChange={change}
        onEnter={(isBackwards) => go(isBackwards ? -1 : 1)}
      />
      <Group gap={4} justify="space-between" mih={24}>
        <Text c="dimmed" role="status" aria-live={hits === undefined ? 'off' : undefined}>
          {hits === undefined ? all : hits > 0 ? `${formatNumber(hits)}${more} of ${all}` : noHits(complete)}
        </Text>
        {hits !== undefined && hits > 0 && (
          <Group gap={2} wrap="nowrap">
            <Button size="compact-sm" variant="subtle" color="gray" onClick={() => onFlat(!flat)}>
              {flat ? 'Show as tree' : 'Show as list'}
            </Button>
            <ActionIcon size={24} aria-label="Previous match" onClick={() => onGo(-1)}>
              <ChevronUpIcon />
            </ActionIcon>
            <ActionIcon size={24} aria-label="Next match" onClick={() => onGo(1)}>
              <ChevronDownIcon />
            </ActionIcon>
          </Group>
        )}
      </Group>
    </Box>
  );
}

function noHits(complete: boolean): string {
  const what = complete ? 'No groups match this filter.' : 'No loaded groups match this filter yet.';
  return `${what} It searches names, descriptions, IDs and paths.`;
}

/** Where a query, or its last part if it names parents too, is in a text. */
function matchIn(text: string, query: string) {
  return findInText(text, query.trim()) ?? findInText(text, query.split(/[/›>]/).at(-1)?.trim() ?? '');
}

/** A text with the search match marked. */
function Highlight({ text, query }: { text: string; query: string }) {
  const found = matchIn(text, query);
  if (!found) return text;
  return (
    <>
      {text.slice(0, found.start)}
      <mark>{text.slice(found.start, found.end)}</mark>
      {text.slice(found.end)}
    </>
  );
}
