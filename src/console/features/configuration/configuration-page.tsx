import { Button, Checkbox, Group, SimpleGrid, Text } from '@mantine/core';
import { useState } from 'react';
import { ApiError } from '../../../client/errors.ts';
import { FileError } from '../../../configuration/format.ts';
import { summaryOf, totalOf } from '../../../configuration/summary.ts';
import { sentencesOf } from '../../api/errors.ts';
import { Refusal } from '../../data/access/refusal.tsx';
import { FileProblems } from '../../data/configuration/file-problems.tsx';
import type { Exported } from '../../data/configuration/files.ts';
import { useSession } from '../../data/session/use-session.ts';
import { download } from '../../lib/download.ts';
import { isolate } from '../../lib/text.ts';
import { unavailable } from '../../ui/action-button.tsx';
import { ConfirmDialog } from '../../ui/dialog/confirmation.tsx';
import { UnsavedGuard } from '../../ui/dialog/unsaved-guard.tsx';
import { ErrorView } from '../../ui/error-view.tsx';
import { Name } from '../../ui/name.tsx';
import { Page } from '../../ui/page.tsx';
import { ApplyForm } from './apply-form.tsx';
import { PlanView } from './plan-view.tsx';
import { Preview } from './preview.tsx';
import { ExportArea, FileArea } from './sources.tsx';
import { useAttempt } from './use-attempt.ts';
import { usePlan, type Planned } from './use-plan.ts';

/** Exports the service's configuration as a file, plans one, applies it, or compares it with another service's export. */
export function ConfigurationPage() {
  const attempts = useAttempt();
  const { busy, failure } = attempts;
  const [preview, setPreview] = useState<Exported>();
  const { file, planned, ...actions } = usePlan(attempts, () => setPreview(undefined));
  /** The plan that secrets were typed for. */
  const [typedFor, setTypedFor] = useState<Planned>();
  /** Waits for the question whether they're discarded. */
  const [replacing, setReplacing] = useState<() => void>();
  const isBusy = busy !== undefined;
  const hasTyped = planned !== undefined && planned === typedFor;

  /** Asks first if that discards typed secrets. */
  const replacePlan = (replace: () => void) => {
    if (hasTyped) setReplacing(() => replace);
    else replace();
  };
  const choose = (isComparison: boolean) => (chosen: File) =>
    replacePlan(() => void actions.openFile(chosen, isComparison));
  const canApply =
    file?.isComparison === false &&
    planned &&
    planned.plan.errors.length === 0 &&
    planned.plan.steps.length > 0 &&
    planned.at === undefined;

  return (
    <Page title="Configuration" type="text" help="configuration-file">
      <Text size="md" maw="72ch">
        Groups, roles, users and providers as a file without secrets.
      </Text>
      <SimpleGrid minColWidth="min(12.5rem, 100%)" autoFlow="auto-fit" spacing={12}>
        <ExportArea attempts={attempts} onPreview={setPreview} />
        <FileArea title="Apply" disabled={isBusy} button="Choose file" onFile={choose(false)}>
          Drop a file to see what it would change here.
        </FileArea>
        <FileArea title="Compare" disabled={isBusy} button="Choose file to compare" onFile={choose(true)}>
          Drop another service's export to see what differs.
        </FileArea>
      </SimpleGrid>
      <Text role="status" c="dimmed">
        {isBusy ? `${busy}…` : <Name>{file?.name ?? ''}</Name>}
      </Text>
      {preview && <Preview {...preview} />}
      {failure && <Failure {...failure} text={file?.text ?? ''} />}
      {file?.isComparison === false && !(failure?.error instanceof FileError) && (
        <Checkbox
          label="Prune: delete what the file's sections lack"
          checked={file.prune}
          disabled={isBusy}
          onChange={({ currentTarget: { checked: prune } }) =>
            replacePlan(() => void actions.makePlan({ ...file, prune }))
          }
        />
      )}
      {file && planned && <PlanView file={file} planned={planned} />}
      {canApply && (
        <ApplyForm
          plan={planned.plan}
          busy={busy}
          onTyped={() => setTypedFor(planned)}
          onApply={(...given) => void actions.applyPlan(...given)}
          onStop={actions.isApplying ? actions.stopApplying : undefined}
        />
      )}
      {file && planned?.at !== undefined && (
        <Applied
          file={file.name}
          planned={planned}
          disabled={isBusy}
          onPlanAgain={() => void actions.makePlan(file)}
        />
      )}
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
      <LeaveGuards hasTyped={hasTyped} isApplying={actions.isApplying} />
    </Page>
  );
}

/** What an attempt failed with. @param text the file's, if there is one */
function Failure({ title, error, text }: { title: string; error: unknown; text: string }) {
  if (error instanceof FileError) return <FileProblems title={title} text={text} problems={error.problems} />;
  const detail = sentencesOf(error).map(isolate);
  const isRefused = error instanceof ApiError && error.status === 403;
  return <ErrorView title={title} detail={detail} refusal={isRefused && <Refusal detail={detail} />} />;
}

interface AppliedProps {
  /** Its name. */
  file: string;
  planned: Planned;
  disabled: boolean;
  onPlanAgain(): void;
}

/** What became of an applied plan, as a report. */
function Applied({ file, planned, disabled, onPlanAgain }: AppliedProps) {
  const { user } = useSession();
  const { plan, at } = planned;
  const results = [...planned.results.values()];
  const downloadReport = () => {
    const report = { file, service: location.host, user: user.login, applied_at: at };
    const text = JSON.stringify({ ...report, ...summaryOf(plan, results) }, undefined, 2);
    download(`${file.replace(/\.\w+$/, '')}-report.json`, 'application/json', `${text}\n`);
  };
  return (
    <Group gap={12}>
      <Text fw={600}>{totalOf(plan.steps, results)}</Text>
      <Button disabled={disabled} onClick={downloadReport}>
        Download report
      </Button>
      <Button onClick={onPlanAgain} {...(disabled && unavailable)}>
        Plan again
      </Button>
    </Group>
  );
}

function LeaveGuards({ hasTyped, isApplying }: { hasTyped: boolean; isApplying: boolean }) {
  return (
    <>
      <UnsavedGuard dirty={hasTyped && !isApplying} title="Leave without applying?" leave="Leave">
        Nothing has been applied yet. The secrets you typed will be lost.
      </UnsavedGuard>
      <UnsavedGuard
        dirty={isApplying}
        kind="apply"
        title="Leave while the file is being applied?"
        leave="Leave"
      >
        Applying stops after the current change. What has been applied stays, but this page won't list it.
      </UnsavedGuard>
    </>
  );
}
