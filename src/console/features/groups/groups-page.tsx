import classes from './groups-page.module.css';
import { Menu, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { msg } from '../../lib/text.ts';
import { useNewRecord } from '../../data/new-record.ts';
import { notify, sentenceOf } from '../../data/notifications/notify.ts';
import { LineSkeletons } from '../../ui/line-skeletons.tsx';
import { GroupDetail, type RenderHistory } from './group-detail.tsx';
import { GroupTree } from './group-tree.tsx';
import { shortcuts, withShortcut } from '../../data/shortcuts.ts';
import { treeQuery, type LoadedTree } from '../../data/groups/queries.ts';
import { refresh } from '../../data/refresh.ts';
import { useGroupRights, type GroupRights } from '../../data/groups/use-group-rights.ts';
import {
  GroupsContext,
  useGroupTree,
  useGroups,
  type GroupAction,
  type GroupDialog,
} from './use-group-tree.ts';
import { Loading, LoadingTree, TreeHead } from './tree-head.tsx';
import { useShownGroup } from './use-shown-group.ts';
import { useStore } from '../../lib/store.ts';
import { storedValue } from '../../lib/stored-value.ts';
import { usePaneFocus } from '../../ui/focus/use-pane-focus.ts';
import { Separator } from '../../ui/separator.tsx';
import { useSingleKey } from '../../lib/keys.ts';
import { firstGroup, type GroupModel, type TreeGroup } from '../../data/groups/model.ts';
import { DeleteGroup } from './delete-group.tsx';
import { DeleteGroups, topmost } from '../../data/groups/delete-groups.tsx';
import { GroupForm } from './group-form.tsx';
import { MarkedGroups } from './marked-groups.tsx';
import { groupsCsv } from '../../data/groups/group-table.ts';
import { download } from '../../lib/download.ts';
import { groupPath } from '../../../contract/groups/groups.ts';
import { useCopy } from '../../ui/copying.tsx';
import { MenuLink } from '../../ui/links/links.tsx';

/** The group tree beside the details of the selected group. */
export function GroupsPage({ renderHistory }: { renderHistory: RenderHistory }) {
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
  const [dialog, openDialog] = useState<GroupDialog>();
  const closeDialog = () => openDialog(undefined);
  const actionsOf = (group: TreeGroup) => groupActions(group, rights, openDialog);
  useRequestedGroup(model, rights, complete || !fetching, openDialog);
  const { width, separator } = useWidth();
  const shown = useShownGroup(model, complete, tree.selected);
  const parentOfNew = rights.parentOfNew(shown === undefined ? undefined : model.get(shown));
  const [marked, setMarked] = useState<ReadonlySet<number>>(new Set());
  const [deleting, setDeleting] = useState(false);
  const markedGroups = [...marked].flatMap((id) => model.get(id) ?? []);
  const several = markedGroups.length > 1;
  const canDelete = several && rights.mayChangeSome ? () => setDeleting(true) : undefined;
  const onRowKey = useGroupKeys(model, parentOfNew, actionsOf, openDialog, canDelete);
  const panes = usePaneFocus(several ? null : shown);
  const mark = (ids: readonly number[], add: boolean) =>
    setMarked((old) => {
      const others = [...old].filter((id) => !ids.includes(id));
      return new Set(add ? [...others, ...ids] : others);
    });
  const exportGroups = (groups: readonly TreeGroup[]) => {
    const tops = topmost(model, groups).map(({ id }) => id);
    download('groups.csv', 'text/csv', groupsCsv(model, tops));
  };
  return (
    <GroupsContext value={{ ...loaded, rights, actionsOf, openDialog, select: tree.select }}>
      <div
        ref={panes}
        className={classes.panes}
        data-detail={(shown !== undefined && !several) || undefined}
        data-several={several || undefined}
      >
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
            renderMenu={(group) => (
              <GroupMenu
                group={group}
                onExport={several && marked.has(group.id) ? undefined : () => exportGroups([group])}
              />
            )}
            onRowKey={onRowKey}
          />
          {problem && (
            <Text c="var(--danger)" role="alert" px={12}>
              Couldn't refresh groups: {problem}
            </Text>
          )}
          {!complete && <Loading />}
        </section>
        {separator}
        <section aria-label="Group details" className={classes.detail}>
          {several ? (
            <MarkedGroups
              groups={markedGroups}
              onExport={() => exportGroups(markedGroups)}
              onDelete={canDelete}
              onClear={() => setMarked(new Set())}
            />
          ) : shown === undefined ? (
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
        {dialog?.kind === 'delete' && <DeleteGroup group={dialog.group} onClose={closeDialog} />}
        {dialog?.kind === 'create' && <GroupForm parent={dialog.parent} onClose={closeDialog} />}
        {dialog?.kind === 'edit' && <GroupForm group={dialog.group} onClose={closeDialog} />}
      </div>
    </GroupsContext>
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

/** What the user can do with a group, in dialogs of this page. */
function groupActions(
  group: TreeGroup,
  rights: GroupRights,
  openDialog: (dialog: GroupDialog) => void,
): Partial<Record<GroupDialog['kind'], GroupAction>> {
  if (!rights.mayChange(group.id)) return {};
  return {
    create: {
      id: 'create-group',
      label: msg`New subgroup of ${group.name}`,
      short: 'New subgroup',
      title: withShortcut('New subgroup', 'newSubgroup'),
      keywords: 'new group',
      shortcut: shortcuts.newSubgroup,
      key: 'Insert',
      run: () => openDialog({ kind: 'create', parent: group }),
    },
    edit: {
      id: 'edit-group',
      label: msg`Edit ${group.name}`,
      short: 'Edit',
      title: withShortcut('Edit', 'editGroup'),
      keywords: 'rename',
      key: 'F2',
      run: () => openDialog({ kind: 'edit', group }),
    },
    ...(rights.mayDelete(group.id) && {
      delete: {
        id: 'delete-group',
        label: msg`Delete ${group.name}`,
        short: 'Delete',
        title: withShortcut('Delete', 'deleteGroup'),
        key: 'Delete',
        danger: true,
        run: () => openDialog({ kind: 'delete', group }),
      },
    }),
  };
}

/** Opens the form of a new group below the first one if another page requested it, once loading the groups has ended. */
export function useRequestedGroup(
  model: GroupModel,
  { parentOfNew }: Pick<GroupRights, 'parentOfNew'>,
  settled: boolean,
  openDialog: (dialog: GroupDialog) => void,
): void {
  const [requested] = useNewRecord('group');
  const handled = useRef<object>(undefined);
  useEffect(() => {
    if (!requested || !settled || handled.current === requested) return;
    handled.current = requested;
    const parent = parentOfNew(undefined);
    if (parent) openDialog({ kind: 'create', parent });
    else notify.error("Couldn't create a group", new Error(reasonIn(model)));
  }, [requested, settled, model, parentOfNew, openDialog]);
}

function reasonIn(model: GroupModel): string {
  const first = firstGroup(model);
  if (!first) return 'No groups are visible to you.';
  return msg`You can't create groups below ${first.name}. Select another group first.`;
}

/**
 * Keyboard shortcuts for groups. In the tree, letters jump to a group, so Insert creates one; `n` does everywhere else.
 * @param current the parent for `n`; undefined if there is none
 * @param deleteMarked deletes the selected groups, if there are several
 * @returns a handler for keys on a row; it returns false for keys it doesn't handle
 */
function useGroupKeys(
  model: GroupModel,
  current: TreeGroup | undefined,
  actionsOf: (group: TreeGroup) => Partial<Record<string, GroupAction>>,
  openDialog: (dialog: GroupDialog) => void,
  deleteMarked: (() => void) | undefined,
) {
  useSingleKey('n', () => {
    if (current && !document.activeElement?.closest('[role=tree]'))
      openDialog({ kind: 'create', parent: current });
  });
  return (key: string, id: number): boolean => {
    if (key === 'Delete' && deleteMarked) {
      deleteMarked();
      return true;
    }
    const group = model.get(id);
    const action = group && Object.values(actionsOf(group)).find((one) => one?.key === key);
    action?.run();
    return action !== undefined;
  };
}

/** The items of one group's menu. @param onExport undefined if it's one of several, which are exported and deleted together */
function GroupMenu({ group, onExport }: { group: TreeGroup; onExport: (() => void) | undefined }) {
  const { copy } = useCopy();
  const { delete: remove, ...changes } = useGroups().actionsOf(group);
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
      {onExport && <Menu.Item onClick={onExport}>Export as CSV</Menu.Item>}
      {onExport && remove && item(remove)}
    </>
  );
}
