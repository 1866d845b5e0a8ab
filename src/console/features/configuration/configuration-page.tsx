import { ApiError } from '../../../client/errors.ts';
import { Button, Checkbox, Group, Stack, Text, SimpleGrid } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { apply, type Result } from '../../../configuration/apply.ts';
import { FileError, sections, type FileProblem, type Section } from '../../../configuration/format.ts';
import { plan, type Plan } from '../../../configuration/plan.ts';
import { type Current } from '../../../configuration/service.ts';
import type { Step } from '../../../configuration/steps.ts';
import { isFailure, summaryOf, totalOf } from '../../../configuration/summary.ts';
import { sentencesOf } from '../../api/errors.ts';
import { Refusal } from '../../data/access/refusal.tsx';
import { FileProblems } from '../../data/configuration/file-problems.tsx';
import { exportFile, exportText, textOf } from '../../data/configuration/files.ts';
import { serviceFor } from '../../data/configuration/service.ts';
import { notify } from '../../data/notifications/notify.ts';
import { useSession } from '../../data/session/use-session.ts';
import { download } from '../../lib/download.ts';
import { count, formatNumber, isolate, msg } from '../../lib/text.ts';
import { ActionButton, unavailable } from '../../ui/action-button.tsx';
import { useStop } from '../../ui/bulk/use-stop.ts';
import { ChooseFile, takesFile } from '../../ui/choose-file.tsx';
import { ConfirmDialog } from '../../ui/dialog/confirmation.tsx';
import { UnsavedGuard } from '../../ui/dialog/unsaved-guard.tsx';
import { ErrorView } from '../../ui/error-view.tsx';
import { Name } from '../../ui/name.tsx';
import { Page } from '../../ui/page.tsx';
import { ApplyForm } from './apply-form.tsx';
import { pagesOf } from './pages-of.ts';
import { sectionTitles } from './change-tree.tsx';
import { PlanView } from './plan-view.tsx';
import { Preview } from './preview.tsx';
import { queryClient } from '../../query-client.ts';

interface SelectedFile {
  name: string;
  text: string;
  prune: boolean;
  /** Whether it's only compared with this service. */
  isComparison: boolean;
}

/** A plan, and what became of it. */
interface Planned {
  plan: Plan;
  results: ReadonlyMap<Step, Result>;
  /** The pages of its records. */
  pages: ReadonlyMap<Step, string>;
  /** When it was applied, if it was. */
  at?: string;
}

/** What a step of this page failed with. */
interface Failure {
  title: string;
  detail: readonly string[];
  /** Whether the user lacks permission. */
  isRefused: boolean;
  problems?: readonly FileProblem[];
  /** Of the file. */
  text: string;
}

const area = { gap: 8, align: 'flex-start', p: 12, bdrs: 6 } as const;

/** Exports the service's configuration as a file, plans one, applies it, or compares it with another service's export. */
export function ConfigurationPage() {
  const { user } = useSession();
  const [busy, setBusy] = useState<string>();
  const [failure, setFailure] = useState<Failure>();
  const [file, setFile] = useState<SelectedFile>();
  const [planned, setPlanned] = useState<Planned>();
  const [exported, setExported] = useState<readonly Section[]>(sections);
  const [preview, setPreview] = useState<Awaited<ReturnType<typeof exportText>>>();
  const [isApplying, setApplying] = useState(false);
  /** The plan that secrets were typed for. */
  const [typedFor, setTypedFor] = useState<Planned>();
  /** Waits for the question whether they're discarded. */
  const [replacing, setReplacing] = useState<() => void>();
  const isBusy = busy !== undefined;
  const hasTyped = planned !== undefined && planned === typedFor;
  const { isStopped, start, stop } = useStop();

  const perform = async (what: string, failed: string, text: string, action: () => Promise<void>) => {
    setBusy(what);
    setFailure(undefined);
    try {
      await action();
    } catch (error) {
      const why =
        error instanceof FileError
          ? { problems: error.problems, detail: [] }
          : { detail: sentencesOf(error).map(isolate) };
      const isRefused = error instanceof ApiError && error.status === 403;
      setFailure({ title: failed, text, isRefused, ...why });
    } finally {
      setBusy(undefined);
    }
  };
  const withRecords = (what: string, use: (current: Current, only: readonly Section[]) => Promise<void>) =>
    perform(what, "Couldn't export the configuration", '', async () => {
      await use(await serviceFor().current(exported), exported);
    });
  const exportShown = () =>
    void withRecords('Exporting', (current, only) => exportFile(location.hostname, current, only));
  const showPreview = () =>
    void withRecords('Reading', async (current, only) => setPreview(await exportText(current, only)));
  /** Asks first if that discards typed secrets. */
  const replacePlan = (replace: () => void) => {
    if (hasTyped) setReplacing(() => replace);
    else replace();
  };
  const makePlan = (selected: SelectedFile) =>
    perform('Planning', msg`Couldn't plan ${selected.name}`, selected.text, async () => {
      setFile(selected);
      setPlanned(undefined);
      setPreview(undefined);
      const { read } = await import('../../../configuration/read.ts');
      const wanted = read(selected.text);
      const service = serviceFor(selected.name);
      const used = sections.filter((section) => selected.prune || wanted[section]);
      const current = await service.current(used);
      const found = plan(wanted, current, selected);
      const pages = pagesOf(found.steps, current);
      setPlanned({ plan: found, results: new Map(), pages });
    });
  const choose = (isComparison: boolean) => (chosen: File) =>
    replacePlan(() => openFile(chosen, isComparison));
  const openFile = (chosen: File, isComparison: boolean) =>
    void perform('Reading', msg`Couldn't read ${chosen.name}`, '', async () => {
      // Nothing of another file can be applied below this one's problems.
      setFile(undefined);
      setPlanned(undefined);
      const text = await textOf(chosen);
      // What only this service has is a difference, too.
      await makePlan({ name: chosen.name, text, prune: isComparison, isComparison });
    });
  const applyPlan = (secrets: ReadonlyMap<string, string>, isContinued: boolean) =>
    perform('Applying', "Couldn't apply the file", '', async () => {
      if (!file || !planned) return;
      const service = serviceFor(file.name);
      const { steps } = planned.plan;
      const results = new Map<Step, Result>();
      setApplying(true);
      start();
      try {
        for await (const result of apply(planned.plan, service, secrets)) {
          results.set(result.step, result);
          if (isStopped() || (isFailure(result) && !isContinued)) break;
          setBusy(`${formatNumber(results.size)} of ${count(steps.length, 'change')} tried`);
        }
      } finally {
        const at = new Date().toISOString();
        setApplying(false);
        setPlanned({ ...planned, results, at });
        await queryClient.invalidateQueries();
        const used = new Set(steps.map(({ section }) => section));
        // What was created has a page now. It's only for links.
        const pages = await service.current([...used]).then(
          (current) => pagesOf(steps, current),
          () => planned.pages,
        );
        setPlanned({ ...planned, results, at, pages });
      }
    });
  const downloadReport = ({ plan: applied, results, at }: Planned) => {
    const report = { file: file?.name, service: location.host, user: user.login, applied_at: at };
    const text = JSON.stringify({ ...report, ...summaryOf(applied, [...results.values()]) }, undefined, 2);
    download(`${file?.name.replace(/\.\w+$/, '')}-report.json`, 'application/json', `${text}\n`);
  };
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
        <Stack {...area} bd="1px solid var(--line)">
          <Text fw={600}>Export</Text>
          <Text c="dimmed">Save what this service has.</Text>
          {sections.map((section) => (
            <Checkbox
              key={section}
              label={sectionTitles[section]}
              checked={exported.includes(section)}
              onChange={({ currentTarget: { checked } }) => {
                setExported(
                  sections.filter((each) => (each === section ? checked : exported.includes(each))),
                );
                setPreview(undefined);
              }}
            />
          ))}
          <Group mt="auto">
            <ActionButton disabled={isBusy || exported.length === 0} onClick={exportShown}>
              Export
            </ActionButton>
            <ActionButton variant="subtle" disabled={isBusy || exported.length === 0} onClick={showPreview}>
              Preview
            </ActionButton>
          </Group>
        </Stack>
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
      {failure?.problems && (
        <FileProblems title={failure.title} text={failure.text} problems={failure.problems} />
      )}
      {failure && !failure.problems && (
        <ErrorView
          title={failure.title}
          detail={failure.detail}
          refusal={failure.isRefused && <Refusal detail={failure.detail} />}
        />
      )}
      {file?.isComparison === false && !failure?.problems && (
        <Checkbox
          label="Prune: delete what the file's sections lack"
          checked={file.prune}
          disabled={isBusy}
          onChange={({ currentTarget: { checked: prune } }) =>
            replacePlan(() => void makePlan({ ...file, prune }))
          }
        />
      )}
      {file && planned && (
        <PlanView
          plan={planned.plan}
          text={file.text}
          isComparison={file.isComparison}
          results={planned.results}
          pageOf={(step) => planned.pages.get(step)}
        />
      )}
      {canApply && (
        <ApplyForm
          plan={planned.plan}
          busy={busy}
          onTyped={() => setTypedFor(planned)}
          onApply={(...given) => void applyPlan(...given)}
          onStop={
            isApplying
              ? () => {
                  stop();
                  setBusy('Stopping after this change');
                }
              : undefined
          }
        />
      )}
      {file && planned?.at !== undefined && (
        <Group gap={12}>
          <Text fw={600}>{totalOf(planned.plan.steps, [...planned.results.values()])}</Text>
          <Button disabled={isBusy} onClick={() => downloadReport(planned)}>
            Download report
          </Button>
          <Button onClick={() => void makePlan(file)} {...(isBusy && unavailable)}>
            Plan again
          </Button>
        </Group>
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
    </Page>
  );
}

interface FileAreaProps {
  title: string;
  button: string;
  disabled: boolean;
  onFile(file: File): void;
  children: ReactNode;
}

/** Takes a file that's chosen or dropped. */
function FileArea({ title, button, disabled, onFile, children }: FileAreaProps) {
  return (
    <Stack
      {...area}
      bd="1px dashed var(--line)"
      role="group"
      aria-label={title}
      {...(!disabled && takesFile(onFile, (problem) => notify.error(problem, '')))}
    >
      <Text fw={600}>{title}</Text>
      <Text c="dimmed">{children}</Text>
      <ChooseFile accept=".yaml,.yml,.json" disabled={disabled} mt="auto" onFile={onFile}>
        {button}
      </ChooseFile>
    </Stack>
  );
}
