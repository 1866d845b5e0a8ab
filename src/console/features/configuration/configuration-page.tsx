import { Button, Checkbox, Group, Loader, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';
import { ApiError } from '../../../client/errors.ts';
import { FileError } from '../../../configuration/format.ts';
import { defaultGroupId } from '../../../contract/groups/groups.ts';
import { sentencesOf } from '../../api/errors.ts';
import { Refusal } from '../../data/access/refusal.tsx';
import { FileProblems } from '../../data/configuration/file-problems.tsx';
import { pathTo } from '../../data/groups/model.ts';
import { treeQuery } from '../../data/groups/queries.ts';
import { isolate, msg } from '../../lib/text.ts';
import { ConfirmDialog } from '../../ui/dialog/confirmation.tsx';
import { UnsavedGuard } from '../../ui/dialog/unsaved-guard.tsx';
import { ErrorView } from '../../ui/error-view.tsx';
import { Page } from '../../ui/page.tsx';
import { ApplyForm } from './apply-form.tsx';
import { ColumnForm } from './column-form.tsx';
import { PlanView } from './plan-view.tsx';
import { Report } from './report.tsx';
import { ExportLine, SourceArea } from './source.tsx';
import { useAttempt } from './use-attempt.ts';
import { shownText, usePlan, type Limits, type Planned, type Source } from './use-plan.ts';

/** Exports the service's configuration as a file, and plans, applies or compares one. */
export function ConfigurationPage() {
  const attempts = useAttempt();
  return (
    <Page title="Configuration" help="configuration-file">
      <ExportLine {...attempts} />
      <PlanFlow attempts={attempts} />
    </Page>
  );
}

/** Imports a table. @param group ID of the one that its paths begin at */
export function ImportPage({ only, group }: { only: 'groups' | 'users'; group: number | undefined }) {
  const attempts = useAttempt();
  const { data } = useQuery({ ...treeQuery, enabled: group !== undefined });
  const names =
    group === undefined || !data
      ? []
      : pathTo(data.model, group)
          .filter((id) => id !== defaultGroupId)
          .map((id) => data.model.get(id)?.name ?? '');
  const place = names.map(isolate).join(' › ');
  return (
    <Page
      title={only === 'groups' ? 'Import groups' : 'Import users'}
      help="console#import-groups-and-users"
      state={place === '' ? undefined : `Below ${place}: groups in the table are named from there.`}
    >
      <PlanFlow
        attempts={attempts}
        only={only}
        below={group === undefined ? undefined : `/groups/${group}`}
      />
    </Page>
  );
}

/** A file or table, what it would change, and what became of it. */
function PlanFlow({ attempts, ...limits }: Limits & { attempts: ReturnType<typeof useAttempt> }) {
  const { busy, failure } = attempts;
  const { source, planned, ...actions } = usePlan(attempts, limits);
  /** The plan that secrets were typed for. */
  const [typedFor, setTypedFor] = useState<Planned>();
  const [isEditing, setEditing] = useState(false);
  /** Waits for the question whether they're discarded. */
  const [replacing, setReplacing] = useState<() => void>();
  const text = useMemo(() => (source ? shownText(source) : ''), [source]);
  const isBusy = busy !== undefined;
  const hasTyped = planned !== undefined && planned === typedFor && planned.at === undefined;
  const isUnused = source?.isPasted === true && source.use !== 'compare' && planned?.at === undefined;

  /** Asks first if that discards typed secrets. */
  const replacePlan = (replace: () => void) => {
    if (hasTyped) setReplacing(() => replace);
    else replace();
  };
  const planAs = (change: Partial<Source>) =>
    source && replacePlan(() => void actions.makePlan({ ...source, ...change }));
  const { steps = [], errors = [] } = planned?.plan ?? {};
  const isPlan = planned !== undefined && planned.at === undefined && source?.use !== 'compare';
  const canApply = isPlan && !planned.undoes && errors.length === 0 && steps.length > 0;

  return (
    <>
      <SourceArea
        source={source}
        only={limits.only}
        disabled={isBusy}
        onFile={(file) => replacePlan(() => void actions.openFile(file))}
        onText={(pasted) => replacePlan(() => void actions.openText('Pasted text', pasted))}
        onTyped={setEditing}
        onColumns={
          source?.table && source.columns && planned?.at === undefined
            ? () => actions.setSource({ ...source, columns: undefined })
            : undefined
        }
        onClose={() => replacePlan(actions.close)}
      />
      <Text role="status" c="dimmed" hidden={!isBusy || actions.isApplying}>
        {isBusy && !actions.isApplying ? `${busy}…` : ''}
      </Text>
      {/* Of the text before, while it's edited. */}
      <Stack display={isEditing ? 'none' : undefined}>
        {source?.elsewhere !== undefined && (
          <Elsewhere source={source} disabled={isBusy} onUse={(use) => planAs({ use, prune: false })} />
        )}
        {source?.table && !source.columns && (
          <ColumnForm
            key={source.text}
            table={source.table}
            only={limits.only}
            onChosen={(columns) => planAs({ columns })}
          />
        )}
        {failure && <Failure {...failure} text={text} />}
        {source && planned?.at !== undefined && (
          <Report
            source={source}
            planned={planned}
            attempts={attempts}
            onPlanAgain={() => planAs({})}
            onDelete={(...given) => void actions.deleteAgain(...given)}
          />
        )}
        {source && isPlan && !planned.undoes && (
          <PlanOption source={source} disabled={isBusy} onChange={planAs} />
        )}
        {source && planned && (
          <PlanView isComparison={source.use === 'compare'} text={text} planned={planned} />
        )}
        {planned?.undoes && actions.isApplying && (
          <Group gap={12}>
            <Loader size={16} />
            <Text role="status">{busy}…</Text>
            <Button onClick={actions.stopApplying}>Stop</Button>
          </Group>
        )}
        {planned && canApply && (
          <ApplyForm
            planned={planned}
            isTable={source?.table !== undefined}
            busy={busy}
            onTyped={() => setTypedFor(planned)}
            onApply={(...given) => void actions.applyPlan(...given)}
            onStop={actions.isApplying ? actions.stopApplying : undefined}
          />
        )}
      </Stack>
      {replacing && (
        <ConfirmDialog
          title="Discard the secrets you typed?"
          action="Discard secrets"
          cancel="Keep this plan"
          onConfirm={() => {
            setReplacing(undefined);
            replacing();
          }}
          onClose={() => setReplacing(undefined)}
        >
          <Text>They're only in this page, and the plan will be replaced.</Text>
        </ConfirmDialog>
      )}
      <UnsavedGuard
        dirty={(hasTyped || isEditing || isUnused) && !actions.isApplying}
        title="Leave without applying?"
        leave="Leave"
      >
        Nothing has been applied yet. What you typed or pasted will be lost.
      </UnsavedGuard>
      <UnsavedGuard
        dirty={actions.isApplying}
        kind="apply"
        title="Leave while the file is being applied?"
        leave="Leave"
      >
        Applying stops after the current change. What has been applied stays, but this page won't list it.
      </UnsavedGuard>
    </>
  );
}

interface ElsewhereProps {
  source: Source;
  disabled: boolean;
  onUse(use: 'apply' | 'compare'): void;
}

/** Asks what to do with another service's export. */
function Elsewhere({ source: { elsewhere = '', use }, disabled, onUse }: ElsewhereProps) {
  const button = (value: 'apply' | 'compare', label: string) => (
    <Button
      variant={use === value ? 'light' : 'default'}
      aria-pressed={use === value}
      disabled={disabled}
      onClick={() => onUse(value)}
    >
      {label}
    </Button>
  );
  return (
    <Group gap={12}>
      <Text>{msg`This is an export of ${elsewhere}.`}</Text>
      {button('compare', 'Compare')}
      {button('apply', 'Apply here')}
    </Group>
  );
}

interface PlanOptionProps {
  source: Source;
  disabled: boolean;
  onChange(change: Partial<Source>): void;
}

/** What a plan can do besides: a table never deletes anything, and a file has no passwords. */
function PlanOption({ source, disabled, onChange }: PlanOptionProps) {
  const { table, columns, prune, asksPasswords } = source;
  if (table && columns?.kind !== 'users') return null;
  return table ? (
    <Checkbox
      label="Enter passwords for new users that have none in the table"
      checked={asksPasswords}
      disabled={disabled}
      onChange={({ currentTarget: { checked } }) => onChange({ asksPasswords: checked })}
    />
  ) : (
    <Checkbox
      label="Prune: delete what the file's sections lack"
      checked={prune}
      disabled={disabled}
      onChange={({ currentTarget: { checked } }) => onChange({ prune: checked })}
    />
  );
}

/** What an attempt failed with. @param text what's shown of the file */
function Failure({ title, error, text }: { title: string; error: unknown; text: string }): ReactNode {
  if (error instanceof FileError) return <FileProblems title={title} text={text} problems={error.problems} />;
  const detail = sentencesOf(error).map(isolate);
  const isRefused = error instanceof ApiError && error.status === 403;
  return <ErrorView title={title} detail={detail} refusal={isRefused && <Refusal detail={detail} />} />;
}
