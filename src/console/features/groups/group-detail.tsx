import { Group, Menu, Stack, Text, Title, ActionIcon } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { MissingPrivilege } from '../../data/groups/missing-privilege.tsx';
import { defaultGroupId, groupPath, type Group as GroupRecord } from '../../../contract/groups/groups.ts';
import { errorProps } from '../../data/access/error-props.tsx';
import { count, formatNumber, msg } from '../../lib/text.ts';
import { useCommands } from '../../data/commands.ts';
import { useForget, useVisit } from '../../data/places/places.ts';
import { useService } from '../../data/service/use-service.ts';
import { useSession } from '../../data/session/use-session.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { HelpLink } from '../../ui/page.tsx';
import { Copyable } from '../../ui/copyable.tsx';
import { Disclosure } from '../../ui/section.tsx';
import { ErrorView } from '../../ui/error-view.tsx';
import { DetailList } from '../../ui/detail-list.tsx';
import { LineSkeletons } from '../../ui/line-skeletons.tsx';
import { useTitle } from '../../ui/use-title.ts';
import { GroupBreadcrumbs } from '../../data/groups/group-breadcrumbs.tsx';
import { LockNotice } from '../../data/jobs/record-lock.tsx';
import classes from './groups-page.module.css';
import type { TreeGroup } from '../../data/groups/model.ts';
import { groupRecordQuery } from '../../data/groups/queries.ts';
import { useGroups } from './use-group-tree.ts';
import { AnchorLink, BackLink } from '../../ui/links/links.tsx';
import { useRecordTabs } from '../../ui/links/record-tabs.tsx';
import { useChangeCount } from '../../data/activity/use-log.ts';
import { GroupRoles, GroupUsers, useGroupAccess } from './users-and-roles.tsx';
import { CheckIcon, icon } from '../../ui/icons.tsx';
import { useCopy } from '../../ui/copying.tsx';
import { MoreMenu } from '../../ui/links/more-menu.tsx';

/** A group's history. @param canEdit whether the signed-in user can edit the group */
export type RenderHistory = (group: TreeGroup, canEdit: boolean) => ReactNode;

/** One group: the roles that apply to it, its users and history. */
export function GroupDetail({ id, renderHistory }: { id: number; renderHistory: RenderHistory }) {
  const tree = useGroups();
  const { model, fetching, rights } = tree;
  const group = model.get(id);
  const { complete } = useService();
  const readsAccess = useSession().holds('group_admin', 'ro');
  const access = useGroupAccess(id, readsAccess && group !== undefined);
  const lock = rights.lockOf(id);
  const query = useQuery({ ...groupRecordQuery(id), enabled: group !== undefined });
  const { data: record, error } = query;
  useTitle(group?.name);
  const [tab, tabs] = useRecordTabs([
    { id: 'overview', label: 'Overview' },
    ...(readsAccess
      ? [{ id: 'users', label: 'Users', count: access.users.data && formatNumber(access.users.data.total) }]
      : []),
    { id: 'history', label: 'History', count: useChangeCount(groupPath(id)) },
  ]);
  if (!group) {
    // It may have been created since the tree was loaded.
    if (!fetching) return <Missing id={id} />;
    return (
      <div className={classes.record}>
        <LineSkeletons label={`Loading group ${id}`} />
      </div>
    );
  }
  return (
    <Stack gap="lg" className={classes.record}>
      <Stack gap={8}>
        <div className={classes.back}>
          <BackLink size="md" to="/groups" search state>
            Back to tree
          </BackLink>
        </div>
        {group.parent !== undefined && (
          // In windows too narrow for those in the top bar.
          <nav aria-label="Group path" className={classes.pathNavigation}>
            <ol className={classes.path}>
              <GroupBreadcrumbs />
            </ol>
          </nav>
        )}
        <Group gap="md" justify="space-between" align="flex-start">
          <Group wrap="nowrap">
            <Title tabIndex={-1} className="wrap" translate="no">
              {group.name}
            </Title>
            <CopyLink group={group} />
            <HelpLink chapter="console#work-with-groups" />
          </Group>
          {/* New for each group, so that the focus doesn't return to a button of the previous one. */}
          {rights.mayChange(id) && <Actions key={id} group={group} />}
        </Group>
        {group.description && (
          <Text size="md" className="wrap" translate="no">
            {group.description}
          </Text>
        )}
        <Text c="dimmed">{stateText(tree, group, access.users.data?.total)}</Text>
        {lock && <LockNotice lock={lock} />}
        {rights.rightOn(id) === 'others' && (
          <MissingPrivilege required={{ feature: 'group', privilege: 'rw' }} group={groupPath(id)}>
            change this group
          </MissingPrivilege>
        )}
        {rights.rightOn(id) === 'this' && id === defaultGroupId && (
          <Text c="dimmed">The Default group can't be {complete && 'renamed or '}deleted.</Text>
        )}
      </Stack>
      {tabs}
      {tab === 'overview' && (
        <>
          {record && record.mode !== 'NONE' && <Text>Mode {record.mode}</Text>}
          {error && (
            <ErrorView title={msg`Couldn't load ${group.name}`} {...errorProps(error, query.refetch)} />
          )}
          {readsAccess && <GroupRoles key={id} id={id} access={access} />}
          {record && <ApiPaths record={record} />}
          {!record && !error && <LineSkeletons label={msg`Loading the details of ${group.name}`} lines={1} />}
        </>
      )}
      {tab === 'users' && <GroupUsers key={id} group={group} access={access} />}
      {tab === 'history' && renderHistory(group, rights.mayChange(id))}
    </Stack>
  );
}

/** A group's state, as far as it's known: "3 subgroups (2 direct) · 12 users". What arrives later follows, so that nothing moves. */
function stateText(
  { model, complete, fetching }: ReturnType<typeof useGroups>,
  group: TreeGroup,
  users: number | undefined,
): string {
  const direct = model.childCount(group.id);
  const subgroups = count(model.below(group.id), 'subgroup');
  const isNested = direct < model.below(group.id);
  const known = [
    complete && (isNested ? `${subgroups} (${formatNumber(direct)} direct)` : subgroups),
    !complete && !fetching && `at least ${subgroups}`,
    users !== undefined && count(users, 'user'),
  ];
  return known.filter(Boolean).join(' · ') || '…';
}

function Actions({ group }: { group: TreeGroup }) {
  const { edit, create, delete: remove } = useGroups().actionsOf(group);
  return (
    <Group>
      {[edit, create].map(
        (action) =>
          action && (
            <ActionButton key={action.id} title={action.title} onClick={action.run}>
              {action.short}
            </ActionButton>
          ),
      )}
      {remove && (
        <MoreMenu>
          <Menu.Item c="var(--danger)" title={remove.title} onClick={remove.run}>
            {remove.short}
          </Menu.Item>
        </MoreMenu>
      )}
    </Group>
  );
}

function Missing({ id }: { id: number }) {
  useForget(groupPath(id));
  return (
    <Stack gap="md" align="flex-start" className={classes.record}>
      <Group>
        <Title tabIndex={-1}>{Number.isNaN(id) ? 'Group not found' : `Group ${id} not found`}</Title>
        <HelpLink chapter="decisions#status-codes" />
      </Group>
      <Text size="md">
        {Number.isNaN(id)
          ? "A group's URL ends with its ID."
          : "It was deleted, or you don't have permission to view it."}
      </Text>
      <AnchorLink size="md" to="/groups">
        Go to Groups
      </AnchorLink>
    </Stack>
  );
}

/** The paths of a group's resources in the API, collapsed at first. */
function ApiPaths({ record }: { record: GroupRecord }) {
  // A remote service may have none, and say so with something else than an empty text.
  const paths = Object.entries<unknown>(record).filter(
    (entry): entry is [string, string] =>
      entry[0].endsWith('_resource') && typeof entry[1] === 'string' && entry[1] !== '',
  );
  return (
    <section aria-label="API paths">
      <Disclosure className={classes.apiPaths} summary={`API paths (${paths.length})`}>
        <DetailList
          details={Object.fromEntries(
            paths.map(([name, path]) => [
              name.replace(/_resource$/, '').replaceAll('_', ' '),
              <Copyable key={name} value={path} label={msg`${name} path`} />,
            ]),
          )}
        />
      </Disclosure>
    </section>
  );
}

const LinkIcon = icon(
  'M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7L12 7m2 3a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7L12 17',
);

/** A button beside a group's name that copies its link. Offers the group's commands, and remembers that it was opened. */
function CopyLink({ group }: { group: TreeGroup }) {
  const { id, name } = group;
  const address = groupPath(id);
  const { copy, copied } = useCopy();
  useVisit(address, name);
  useCommands(Object.values(useGroups().actionsOf(group)));
  return (
    <ActionIcon
      size={28}
      aria-label={copied ? 'Link copied' : 'Copy link'}
      title="Copy link"
      // Without the tree's state, so that it's short.
      onClick={() => copy(`${location.origin}${address}`)}
    >
      {copied ? <CheckIcon /> : <LinkIcon />}
    </ActionIcon>
  );
}
