import { Anchor, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { defaultGroupId, groupPath, type Group as GroupRecord } from '../../../contract/groups/groups.ts';
import { count, formatNumber, isolate } from '../../lib/text.ts';
import { sentenceOf } from '../../data/notifications/notify.ts';
import { useSession } from '../../data/session/use-session.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Copyable } from '../../ui/copyable.tsx';
import { ErrorView } from '../../ui/error-view.tsx';
import { Fact, Facts } from '../../ui/detail-list.tsx';
import { ArrowLeftIcon } from '../../ui/icons.tsx';
import { LineSkeletons } from '../../ui/line-skeletons.tsx';
import { useTitle } from '../../ui/use-title.ts';
import type { GroupDialog } from './group-dialogs.tsx';
import classes from './groups-page.module.css';
import { pathTo, type GroupModel, type TreeGroup } from './model.ts';
import { groupQuery } from './queries.ts';
import type { ChangeRight } from './use-group-rights.ts';

// Not part of what the tree has to wait for.
const UsersAndRoles = lazy(() => import('./users-and-roles.tsx').then((m) => ({ default: m.UsersAndRoles })));

interface GroupDetailProps {
  id: number;
  model: GroupModel;
  /** Whether all groups are loaded, so that a missing one is really not there. */
  complete: boolean;
  /** Whether more of them are on their way. */
  fetching: boolean;
  mayChange: ChangeRight;
  onSelect(id: number): void;
  onDialog(dialog: GroupDialog): void;
}

/** Everything about one group. */
export function GroupDetail({
  id,
  model,
  complete,
  fetching,
  mayChange,
  onSelect,
  onDialog,
}: GroupDetailProps) {
  const group = model.groups.get(id);
  const { holds } = useSession();
  const { data: record, error, refetch } = useQuery({ ...groupQuery(id), enabled: group !== undefined });
  useTitle(group?.name);
  if (!group) {
    if (complete || !fetching) return <Missing id={id} />;
    return (
      <div className={classes.record}>
        <LineSkeletons label={`Loading group ${id}`} />
      </div>
    );
  }
  return (
    <Stack gap="lg" className={classes.record}>
      <Stack gap={8}>
        <BackLink />
        <Path model={model} id={id} onSelect={onSelect} />
        <Group justify="space-between" align="flex-start">
          <Title order={1} tabIndex={-1} className="wrap">
            {group.name}
          </Title>
          {mayChange === 'this' && <Actions group={group} onDialog={onDialog} />}
        </Group>
        <Text className={group.description ? 'wrap' : 'muted'}>{group.description || 'No description'}</Text>
        {mayChange === 'others' && <NotThisOne id={id} />}
        {mayChange === 'this' && id === defaultGroupId && (
          <Text size="sm" className="muted">
            The Default group is built in: it can be described, but not renamed or deleted.
          </Text>
        )}
      </Stack>
      <GroupFacts
        model={model}
        group={group}
        record={record}
        complete={complete}
        fetching={fetching}
        onSelect={onSelect}
      />
      {error && (
        <ErrorView
          title={`The details of ${isolate(group.name)} could not be loaded`}
          detail={[sentenceOf(error)]}
          onRetry={() => void refetch()}
        />
      )}
      {record ? (
        <Resources record={record} />
      ) : (
        !error && <LineSkeletons label={`Loading the details of ${isolate(group.name)}`} lines={8} />
      )}
      {holds('group_admin', 'ro') && (
        <Suspense
          fallback={<LineSkeletons label={`Loading the users of ${isolate(group.name)}`} lines={2} />}
        >
          <UsersAndRoles key={id} group={group} model={model} complete={complete} />
        </Suspense>
      )}
    </Stack>
  );
}

/** What can be done elsewhere, and not here: with the reason, because it depends on what is selected. */
function NotThisOne({ id }: { id: number }) {
  const search = { feature: 'group', privilege: 'rw', group: groupPath(id) };
  return (
    <Text size="sm" className="muted">
      You may change other groups, not this one.{' '}
      <Link to="/access/why" search={search}>
        Why is this not allowed?
      </Link>
    </Text>
  );
}

function BackLink() {
  return (
    <Anchor component={Link} to="/groups" search state className={classes.back}>
      <ArrowLeftIcon /> Back to the tree
    </Anchor>
  );
}

function Path({ model, id, onSelect }: Pick<GroupDetailProps, 'model' | 'id' | 'onSelect'>) {
  const path = pathTo(model, id);
  // Of a very deep path the ends are shown.
  const shown = path.length > 8 ? [...path.slice(0, 2), undefined, ...path.slice(-5)] : path;
  return (
    <nav aria-label="Path of the group">
      <ol className={classes.path}>
        {shown.map((above, index) =>
          above === undefined ? (
            <li key="gap">… {formatNumber(path.length - 7)} more …</li>
          ) : (
            <li key={above}>
              <button
                type="button"
                aria-current={index === shown.length - 1 ? 'page' : undefined}
                title={model.groups.get(above)?.name}
                onClick={() => onSelect(above)}
              >
                {model.groups.get(above)?.name}
              </button>
            </li>
          ),
        )}
      </ol>
    </nav>
  );
}

function Actions({ group, onDialog }: { group: TreeGroup; onDialog(dialog: GroupDialog): void }) {
  return (
    <Group gap={8}>
      <ActionButton size="xs" variant="default" onClick={() => onDialog({ kind: 'edit', group })}>
        {group.id === defaultGroupId ? 'Describe' : 'Rename or describe'}
      </ActionButton>
      <ActionButton size="xs" variant="default" onClick={() => onDialog({ kind: 'create', parent: group })}>
        New sub-group
      </ActionButton>
      {group.id !== defaultGroupId && (
        <ActionButton
          size="xs"
          variant="default"
          c="var(--danger)"
          onClick={() => onDialog({ kind: 'delete', group })}
        >
          Delete
        </ActionButton>
      )}
    </Group>
  );
}

interface FactsProps {
  model: GroupModel;
  group: TreeGroup;
  record: GroupRecord | undefined;
  complete: boolean;
  fetching: boolean;
  onSelect(id: number): void;
}

function GroupFacts({ model, group, record, complete, fetching, onSelect }: FactsProps) {
  const { parent } = group;
  return (
    <Facts>
      <Fact name="Path">
        <Copyable value={`/groups/${group.id}`} label="group path" />
      </Fact>
      <Fact name="Parent">
        {parent === undefined ? (
          parentInWords(group, complete, fetching)
        ) : (
          <Anchor component="button" type="button" size="sm" onClick={() => onSelect(parent)}>
            {model.groups.get(parent)?.name}
          </Anchor>
        )}
      </Fact>
      <Fact name="Below">{belowInWords(model, group.id, complete, fetching)}</Fact>
      <Fact name="Mode">{record?.mode ?? '…'}</Fact>
    </Facts>
  );
}

/** Why no parent is shown. One that isn't loaded yet may still turn up. */
function parentInWords(group: TreeGroup, complete: boolean, fetching: boolean): string {
  if (group.oddity === undefined) return 'None: this is the top of the tree';
  if (complete) return group.oddity;
  return fetching ? 'Loading…' : 'not loaded';
}

/** How many groups are below one: a minimum as long as not all are loaded. */
function belowInWords(model: GroupModel, id: number, complete: boolean, fetching: boolean): string {
  const direct = model.children.get(id)?.length ?? 0;
  const below = model.below.get(id) ?? 0;
  if (complete) {
    return direct === 0 ? 'No groups' : `${count(below, 'group')}, of them ${formatNumber(direct)} directly`;
  }
  if (direct > 0) return `At least ${count(below, 'group')}`;
  return fetching ? 'Counting…' : 'Unknown';
}

function Resources({ record }: { record: GroupRecord }) {
  const paths = Object.entries(record).filter(([name]) => name.endsWith('_resource'));
  return (
    <section aria-labelledby="resources">
      <Title order={2} id="resources" mb={8}>
        Resources
      </Title>
      <table className={classes.resources}>
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col">Path</th>
          </tr>
        </thead>
        <tbody>
          {paths.map(([name, path]) => (
            <tr key={name}>
              <td>{name.replace(/_resource$/, '').replaceAll('_', ' ')}</td>
              <td>
                {path === '' ? (
                  <span className="muted">none</span>
                ) : (
                  <Copyable value={path} label={`${isolate(name)} path`} />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Missing({ id }: { id: number }) {
  return (
    <Stack gap="md" align="flex-start" className={classes.record}>
      <Title order={1} tabIndex={-1}>
        {Number.isNaN(id) ? 'There is no such group' : `There is no group ${id}`}
      </Title>
      <Text>
        {Number.isNaN(id)
          ? 'The address of a group ends with its number.'
          : 'It may have been deleted, or you may not be allowed to see it.'}
      </Text>
      <Anchor component={Link} to="/groups">
        Show all groups
      </Anchor>
    </Stack>
  );
}
