import { Button, Group, List, Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { sections } from '../../../configuration/format.ts';
import { nouns } from '../../../configuration/kinds.ts';
import type { Plan } from '../../../configuration/plan.ts';
import { summaryOf, totalOf } from '../../../configuration/summary.ts';
import type { Step } from '../../../configuration/steps.ts';
import { undo } from '../../../configuration/undo.ts';
import type { Change } from '../../../contract/activity/changes.ts';
import { groupIdOf } from '../../../contract/groups/groups.ts';
import { changeLog, recentQuery } from '../../data/activity/logs.ts';
import { readableIn, serviceFor } from '../../data/configuration/service.ts';
import { defaultExpansion, withPathOpen } from '../../data/groups/expansion.ts';
import { treeQuery } from '../../data/groups/queries.ts';
import { RecreateGroups } from '../../data/activity/recreate-groups.tsx';
import { useGoToGroup } from '../../data/groups/use-go-to-group.ts';
import { useRights } from '../../data/service/rights.ts';
import { useSession } from '../../data/session/use-session.ts';
import { download } from '../../lib/download.ts';
import { count } from '../../lib/text.ts';
import { queryClient } from '../../query-client.ts';
import { ActionButton, unavailable } from '../../ui/action-button.tsx';
import { ConfirmDialog } from '../../ui/dialog/confirmation.tsx';
import { LongList } from './long-list.tsx';
import type { useAttempt } from './use-attempt.ts';
import { pageOf, type Planned, type Source } from './use-plan.ts';

/** Where records are listed that have no tree. */
const lists = { roles: '/access/roles', users: '/access/users', oidc_providers: '/oidc' } as const;
/** So many groups are opened in the tree. */
const mostShown = 300;

interface ReportProps {
  source: Source;
  planned: Planned;
  attempts: ReturnType<typeof useAttempt>;
  onPlanAgain(): void;
  onDelete(plan: Plan, created: readonly Step[]): void;
}

/** What became of an applied plan: a report to download, and what to do with what was created. */
export function Report({ source, planned, attempts, onPlanAgain, onDelete }: ReportProps) {
  const { user } = useSession();
  const { plan, at, undoes } = planned;
  const disabled = attempts.busy !== undefined;
  const results = [...planned.results.values()];
  const done = results.flatMap(({ step, outcome }) => (outcome === 'done' ? [step] : []));
  const created = done.filter(({ action }) => action === 'create');
  const deleted = done.find(({ action, section }) => action === 'delete' && section === 'groups');
  const deletable = undoes && done.length < plan.steps.length ? undoes : created;
  const downloadReport = () => {
    const report = { file: source.name, service: location.host, user: user.login, applied_at: at };
    const text = JSON.stringify({ ...report, ...summaryOf(plan, results) }, undefined, 2);
    download(`${source.name.replace(/\.\w+$/, '')}-report.json`, 'application/json', `${text}\n`);
  };
  return (
    <Stack gap="sm">
      <Text fw={600} size="md" role="status">
        {totalOf(plan.steps, results)}
        {created.length > 0 && `: ${countsOf(created)} created`}
        {undoes && done.length > 0 && `: ${countsOf(done)} deleted`}
      </Text>
      <Group gap={12}>
        {created.length > 0 && <ShowCreated created={created} planned={planned} />}
        {deletable.length > 0 && (
          <DeleteCreated created={deletable} attempts={attempts} onDelete={onDelete} />
        )}
        {deleted?.record.path !== undefined && (
          <RecreateDeleted path={deleted.record.path} attempts={attempts} />
        )}
        <Button disabled={disabled} onClick={downloadReport}>
          Download report
        </Button>
        {source.text !== '' && (
          <Button onClick={onPlanAgain} {...(disabled && unavailable)}>
            Plan again
          </Button>
        )}
      </Group>
    </Stack>
  );
}

/** Recreates the groups that were deleted together. @param path of the first one: it isn't below another one */
function RecreateDeleted({
  path,
  attempts: { busy, attempt },
}: Pick<ReportProps, 'attempts'> & { path: string }) {
  const [change, setChange] = useState<Change>();
  const find = () =>
    attempt('Checking', "Couldn't find what was deleted", async () => {
      const query = recentQuery(changeLog, { resource: path, action: 'deleted' }, 1);
      setChange((await queryClient.fetchQuery(query)).entries[0]);
    });
  return (
    <>
      <ActionButton disabled={busy !== undefined} onClick={() => void find()}>
        Recreate deleted groups
      </ActionButton>
      {change && <RecreateGroups change={change} ofRun onClose={() => setChange(undefined)} />}
    </>
  );
}

/** "3 groups and 1 user" */
function countsOf(steps: readonly Step[]): string {
  const counts = sections.flatMap((section) => {
    const { length } = steps.filter((step) => step.section === section);
    return length === 0 ? [] : [count(length, nouns[section])];
  });
  return new Intl.ListFormat('en').format(counts);
}

/** Opens the groups in the tree; without any, the only record, or its list. */
function ShowCreated({ created, planned: { known } }: { created: readonly Step[]; planned: Planned }) {
  const navigate = useNavigate();
  const goTo = useGoToGroup();
  const [first] = created.toSorted(
    (one, other) => sections.indexOf(one.section) - sections.indexOf(other.section),
  );
  const show = async () => {
    if (!first) return;
    const page = pageOf(first, known);
    if (first.section === 'groups') {
      const { model } = await queryClient.fetchQuery(treeQuery);
      const ids = created.flatMap((step) => groupIdOf((pageOf(step, known) ?? '').replace(/\?.*/, '')) ?? []);
      const expansion = ids
        .slice(0, mostShown)
        .reduce((open, id) => withPathOpen(open, model, id), defaultExpansion(model));
      if (ids[0] !== undefined) goTo(ids[0], expansion);
    } else await navigate(created.length === 1 && page ? { to: page } : { to: lists[first.section] });
  };
  return (
    <ActionButton variant="filled" onClick={() => void show()}>
      Show what was imported
    </ActionButton>
  );
}

interface DeleteCreatedProps extends Pick<ReportProps, 'attempts' | 'onDelete'> {
  created: readonly Step[];
}

function DeleteCreated({ created, attempts: { busy, attempt }, onDelete }: DeleteCreatedProps) {
  const rights = useRights();
  const [found, setFound] = useState<ReturnType<typeof undo>>();
  const check = () =>
    attempt('Checking', "Couldn't check what was imported", async () => {
      const current = await serviceFor().current(readableIn(rights));
      setFound(undo(created, current));
    });
  const { plan, kept = [] } = found ?? {};
  const total = plan ? countsOf(plan.steps) : '';
  return (
    <>
      <ActionButton c="var(--danger)" loading={busy === 'Checking'} onClick={() => void check()}>
        Delete what was imported
      </ActionButton>
      {plan?.steps.length === 0 && (
        <Text role="status" c="dimmed">
          Nothing to delete: what was imported no longer exists, or was changed.
        </Text>
      )}
      {plan && plan.steps.length > 0 && (
        <ConfirmDialog
          title={`Delete ${total}?`}
          action={`Delete ${total}`}
          onConfirm={() => {
            setFound(undefined);
            onDelete(plan, created);
          }}
          onClose={() => setFound(undefined)}
        >
          <Text>
            This can't be undone. It deletes what was created, as far as no one has changed it since.
          </Text>
          {kept.length > 0 && (
            <LongList items={kept}>
              {(shown) => (
                <List>
                  {shown.map((sentence) => (
                    <List.Item key={sentence}>{sentence}</List.Item>
                  ))}
                </List>
              )}
            </LongList>
          )}
        </ConfirmDialog>
      )}
    </>
  );
}
