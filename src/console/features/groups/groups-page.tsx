import classes from './groups-page.module.css';
import { Box, Group, Progress, Stack, Text, Title, ActionIcon, Button, Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { count, formatNumber } from '../../lib/text.ts';
import { sentenceOf } from '../../data/notifications/notify.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { HelpLink } from '../../ui/page.tsx';
import { LineSkeletons } from '../../ui/line-skeletons.tsx';
import { GroupDetail, type RenderHistory } from './group-detail.tsx';
import {
  groupActions,
  setGroupDialog,
  useGroupDialog,
  type GroupAction,
} from '../../data/groups/group-dialog-store.ts';
import { GroupTree } from './group-tree.tsx';
import { withShortcut } from '../../data/shortcuts.ts';
import { treeQuery, type LoadedTree } from '../../data/groups/queries.ts';
import { refresh } from '../../data/refresh.ts';
import { useGroupRights, type GroupRights } from '../../data/groups/use-group-rights.ts';
import { GroupsContext, useGroupTree, useGroups } from './use-group-tree.ts';
import { useShownGroup } from './use-shown-group.ts';
import { useStore } from '../../lib/store.ts';
import { storedValue } from '../../lib/stored-value.ts';
import { icon, MoreIcon } from '../../ui/icons.tsx';
import { usePaneFocus } from '../../ui/focus/use-pane-focus.ts';
import { Separator } from '../../ui/separator.tsx';
import { useSingleKey } from '../../lib/keys.ts';
import type { GroupModel, TreeGroup } from '../../data/groups/model.ts';
import { DeleteGroup } from './delete-group.tsx';
import { DeleteGroups, topmost } from '../../data/groups/delete-groups.tsx';
import { GroupForm } from './group-form.tsx';
import { groupsCsv } from '../../data/groups/group-table.ts';
import { download } from '../../lib/download.ts';
import { groupPath } from '../../../contract/groups/groups.ts';
import { useCopy } from '../../ui/copying.tsx';
import { MenuLink } from '../../ui/links/links.tsx';

const RefreshIcon = icon('M20 11a8 8 0 1 0-2 6M20 5v6h-6');

/** The group tree beside the details of the selected group. */
export function GroupsPage({ renderHistory }: { renderHistory: RenderHistory }) {
  // Close the dialog when leaving the page.
  useEffect(() => () => setGroupDialog(undefined), []);
  const { data, error, isFetching } = useQuery({
    ...treeQuery,
    // Groups that are already loaded stay visible when a refetch fails.
    throwOnError: (_, { state }) => state.data === undefined,
  });
  if (!data) return <LoadingTree />;
  return (
    <LoadedPage
      {...data}
      fetching={isFetching}
      problem={error ? sentenceOf(error) : undefined}
      onRefresh={() => void refresh('group')}
      renderHistory={renderHistory}
    />
  );
}

interface LoadedPageProps extends LoadedTree {
  fetching: boolean;
  problem: string | undefined;
  onRefresh(): void;
  renderHistory: RenderHistory;
}

function LoadedPage({ problem, onRefresh, renderHistory, ...loaded }: LoadedPageProps) {
  const { model, complete, fetching } = loaded;
  const tree = useGroupTree(model);
  const rights = useGroupRights(model);
  const dialog = useGroupDialog(model, rights, complete || !fetching);
  const { width, separator } = useWidth();
  const shown = useShownGroup(model, complete, tree.selected);
  const parentOfNew = rights.parentOfNew(shown === undefined ? undefined : model.get(shown));
  const onRowKey = useGroupKeys(model, parentOfNew, rights);
  const panes = usePaneFocus(shown);
  const [marked, setMarked] = useState<ReadonlySet<number>>(new Set());
  const [deleting, setDeleting] = useState(false);
  const markedGroups = [...marked].flatMap((id) => model.get(id) ?? []);
  const mark = (ids: readonly number[], add: boolean) =>
    setMarked((old) => {
      const others = [...old].filter((id) => !ids.includes(id));
      return new Set(add ? [...others, ...ids] : others);
    });
  const exportGroups = (groups: readonly TreeGroup[]) =>
    download(
      'groups.csv',
      'text/csv',
      groupsCsv(
        model,
        topmost(model, groups).map(({ id }) => id),
      ),
    );
  return (
    <GroupsContext value={{ ...loaded, rights, select: tree.select }}>
      <div ref={panes} className={classes.panes} data-detail={shown !== undefined || undefined}>
        <section
          aria-label="Group tree"
          className={classes.tree}
          style={{ '--tree-width': `${width}px` } as object}
        >
          <TreeHead
            isHeading={shown === undefined}
            parentOfNew={parentOfNew}
            onRefresh={onRefresh}
            onAllOpen={tree.setAllOpen}
          />
          <GroupTree
            tree={tree}
            marked={marked}
            onMark={mark}
            renderMenu={(group) => <GroupMenu group={group} onExport={() => exportGroups([group])} />}
            onRowKey={onRowKey}
          />
          {markedGroups.length > 0 && (
            <MarkedBar
              groups={markedGroups}
              canDelete={rights.mayChangeSome}
              onExport={() => exportGroups(markedGroups)}
              onDelete={() => setDeleting(true)}
              onClear={() => setMarked(new Set())}
            />
          )}
          {problem && (
            <Text c="var(--danger)" role="alert" px={12}>
              Couldn't refresh groups: {problem}
            </Text>
          )}
          {!complete && <Loading />}
        </section>
        {separator}
        <section aria-label="Group details" className={classes.detail}>
          {shown === undefined ? (
            // Until one is loaded.
            <div className={classes.record}>
              {complete && model.size === 0 ? (
                <Text size="md" c="dimmed">
                  No groups are visible to you.
                </Text>
              ) : (
                <LineSkeletons label="Loading a group" />
              )}
            </div>
          ) : (
            <GroupDetail id={shown} renderHistory={renderHistory} />
          )}
        </section>
        {deleting && (
          <DeleteGroups
            // One that can't be deleted leaves those below it.
            items={topmost(model, markedGroups, rights.mayDelete)}
            select={(left) => setMarked(new Set(left.map(({ id }) => id)))}
            model={model}
            complete={complete}
            mayDelete={rights.mayDelete}
            onClose={() => setDeleting(false)}
          />
        )}
        {dialog?.kind === 'delete' && <DeleteGroup group={dialog.group} />}
        {dialog?.kind === 'create' && <GroupForm parent={dialog.parent} />}
        {dialog?.kind === 'edit' && <GroupForm group={dialog.group} />}
      </div>
    </GroupsContext>
  );
}

interface TreeHeadProps {
  /** Whether it's the page's heading. */
  isHeading: boolean;
  /** Of a new group; undefined if none can be created. */
  parentOfNew: TreeGroup | undefined;
  onRefresh(): void;
  onAllOpen(open: boolean): void;
}

/** The title of the tree, and what to do with the whole of it. */
function TreeHead({ isHeading, parentOfNew, onRefresh, onAllOpen }: TreeHeadProps) {
  const { model, complete, fetching, rights } = useGroups();
  return (
    <Group gap="4px md" justify="space-between" px={12} pt={12}>
      {isHeading ? (
        <Group>
          <Title size="h2" tabIndex={-1}>
            Groups
          </Title>
          <HelpLink chapter="console#work-with-groups" />
        </Group>
      ) : (
        // The selected group's name is the page's heading, and its first.
        <Text size="lg" fw={600}>
          Groups
        </Text>
      )}
      <Group gap={6} wrap="nowrap">
        <ActionButton
          aria-label="Refresh"
          title="Refresh"
          px={8}
          loading={fetching && complete}
          onClick={onRefresh}
        >
          <RefreshIcon />
        </ActionButton>
        <TreeMenu
          canImport={rights.mayChangeSome}
          onExport={complete ? () => download('groups.csv', 'text/csv', groupsCsv(model)) : undefined}
          onAllOpen={onAllOpen}
        />
        {parentOfNew && (
          <ActionButton
            variant="filled"
            title={withShortcut('New group', 'newSubgroup')}
            onClick={() => setGroupDialog({ kind: 'create', parent: parentOfNew })}
          >
            New group
          </ActionButton>
        )}
      </Group>
    </Group>
  );
}

/** Loading progress, or how many groups couldn't be loaded. */
function Loading() {
  const { loaded, total, fetching } = useGroups();
  const share = total === undefined ? 'so far' : `of ${formatNumber(total)}`;
  return (
    <Stack gap={4} p={12} role={fetching ? undefined : 'status'}>
      <Text>
        {fetching
          ? `Loaded ${formatNumber(loaded)} ${share}`
          : `Only ${formatNumber(loaded)} ${total === undefined ? 'groups' : `of ${count(total, 'group')}`} loaded, so counts are minimums.`}
      </Text>
      {fetching && (
        <Progress
          value={total === undefined ? 100 : (loaded / total) * 100}
          animated={total === undefined}
          aria-label="Loading groups"
        />
      )}
    </Stack>
  );
}

function LoadingTree() {
  return (
    <div className={classes.panes}>
      <div className={classes.tree}>
        <Text size="lg" fw={600} px={12} pt={16} pb={48} aria-hidden="true">
          Groups
        </Text>
        <Box px={12}>
          <LineSkeletons label="Loading groups" lines={8} />
        </Box>
      </div>
    </div>
  );
}

const stored = storedValue('palisade-tree-width', (value) => (typeof value === 'number' ? value : 340));

/** The tree pane's width, which is remembered, and the separator that changes it. */
export function useWidth() {
  const width = useStore(stored);
  const separator = (
    <Separator
      label="Width of the group tree"
      axis="x"
      value={width}
      least={280}
      most={560}
      step={20}
      className={classes.separator}
      onChange={stored.set}
    />
  );
  return { width, separator };
}

/**
 * Keyboard shortcuts for groups. In the tree, letters jump to a group, so Insert creates one; `n` does everywhere else.
 * @param current the parent for `n`; undefined if there is none
 * @returns a handler for keys on a row; it returns false for keys it doesn't handle
 */
function useGroupKeys(model: GroupModel, current: TreeGroup | undefined, rights: GroupRights) {
  useSingleKey('n', () => {
    if (current && !document.activeElement?.closest('[role=tree]'))
      setGroupDialog({ kind: 'create', parent: current });
  });
  return (key: string, id: number): boolean => {
    const group = model.get(id);
    const action = group && Object.values(groupActions(group, rights)).find((one) => one.key === key);
    action?.run();
    return action !== undefined;
  };
}

interface TreeMenuProps {
  canImport: boolean;
  /** Undefined until all groups are loaded. */
  onExport: (() => void) | undefined;
  onAllOpen(open: boolean): void;
}

/** What to do with the whole tree. */
function TreeMenu({ canImport, onExport, onAllOpen }: TreeMenuProps) {
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon variant="default" size={32} aria-label="Actions for all groups">
          <MoreIcon />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => onAllOpen(true)}>Expand all</Menu.Item>
        <Menu.Item onClick={() => onAllOpen(false)}>Collapse all</Menu.Item>
        <Menu.Divider />
        {canImport && <MenuLink to="/groups/import">Import</MenuLink>}
        <Menu.Item disabled={!onExport} onClick={onExport}>
          Export as CSV
        </Menu.Item>
        <MenuLink to="/configuration">Configuration as a file</MenuLink>
      </Menu.Dropdown>
    </Menu>
  );
}

/** The items of one group's menu. */
function GroupMenu({ group, onExport }: { group: TreeGroup; onExport(): void }) {
  const { copy } = useCopy();
  const { delete: remove, ...changes } = groupActions(group, useGroups().rights);
  const item = ({ id, short, danger, run }: GroupAction) => (
    <Menu.Item key={id} {...(danger && { c: 'var(--danger)' })} onClick={run}>
      {short}
    </Menu.Item>
  );
  return (
    <>
      {Object.values(changes).map(item)}
      {changes.create && (
        <MenuLink to="/groups/import" search={{ below: group.id }}>
          Import below
        </MenuLink>
      )}
      <Menu.Item onClick={() => copy(groupPath(group.id))}>Copy path</Menu.Item>
      <Menu.Item onClick={onExport}>Export as CSV</Menu.Item>
      {remove && item(remove)}
    </>
  );
}

interface MarkedBarProps {
  groups: readonly TreeGroup[];
  canDelete: boolean;
  onExport(): void;
  onDelete(): void;
  onClear(): void;
}

/** What to do with the groups that were selected with Ctrl or Shift. */
function MarkedBar({ groups, canDelete, onExport, onDelete, onClear }: MarkedBarProps) {
  return (
    <Group gap={6} mt="auto" px={12} py={8} style={{ borderTop: '1px solid var(--line)' }}>
      <Text role="status" flex={1}>
        {count(groups.length, 'group')} selected
      </Text>
      <Button onClick={onClear}>Clear</Button>
      <Button onClick={onExport}>Export</Button>
      {canDelete && (
        <ActionButton c="var(--danger)" onClick={onDelete}>
          Delete
        </ActionButton>
      )}
    </Group>
  );
}
