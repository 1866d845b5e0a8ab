import { Button, Checkbox, FileButton, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { apply, type Result } from '../../../configuration/apply.ts';
import { withAuthors } from '../../../configuration/changed-since.ts';
import { exportFrom } from '../../../configuration/export.ts';
import { fileLimits, sections } from '../../../configuration/format.ts';
import { plan, type Plan } from '../../../configuration/plan.ts';
import { FileError, read } from '../../../configuration/read.ts';
import { variablesOf, type Step } from '../../../configuration/steps.ts';
import { sentencesOf } from '../../api/errors.ts';
import { serviceFor } from '../../data/configuration/service.ts';
import { download } from '../../lib/download.ts';
import { count, formatNumber, isolate, msg } from '../../lib/text.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { ErrorView } from '../../ui/error-view.tsx';
import { Name } from '../../ui/name.tsx';
import { Page } from '../../ui/page.tsx';
import { PlanView } from './plan-view.tsx';

interface SelectedFile {
  name: string;
  text: string;
  prune: boolean;
}

/** What a step of this page failed with. */
interface Failure {
  title: string;
  detail: readonly string[];
}

/** Exports the service's configuration as a file, plans one and applies it. */
export function ConfigurationPage() {
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState<string>();
  const [failure, setFailure] = useState<Failure>();
  const [file, setFile] = useState<SelectedFile>();
  const [planned, setPlanned] = useState<Plan>();
  const [results, setResults] = useState<ReadonlyMap<Step, Result>>(new Map());
  const reset = useRef<() => void>(null);

  const perform = async (what: string, failed: string, action: () => Promise<void>) => {
    setBusy(what);
    setFailure(undefined);
    try {
      await action();
    } catch (error) {
      const detail = error instanceof FileError ? problemsOf(error) : sentencesOf(error).map(isolate);
      setFailure({ title: failed, detail });
    } finally {
      setBusy(undefined);
    }
  };
  const exportFile = () =>
    perform('Exporting', "Couldn't export the configuration", async () => {
      const { origin, host, hostname } = location;
      const schema = `${origin}/-/configuration.schema.json`;
      const { text, notes } = await exportFrom(await serviceFor().current(), { schema, service: host });
      download(`${hostname}.yaml`, 'application/yaml', text);
      if (notes.length > 0)
        setFailure({ title: "Exported, except for what a file can't contain", detail: notes.map(isolate) });
    });
  const makePlan = (selected: SelectedFile) =>
    perform('Planning', msg`Couldn't plan ${selected.name}`, async () => {
      setFile(selected);
      setPlanned(undefined);
      setResults(new Map());
      const wanted = await read(selected.text);
      const service = serviceFor(selected.name);
      const used = sections.filter((section) => selected.prune || wanted[section]);
      const found = plan(wanted, await service.current(used), { prune: selected.prune });
      setPlanned({ ...found, changedSince: await withAuthors(found.changedSince, service.lastChange) });
    });
  const choose = async (selected: File | null) => {
    reset.current?.();
    if (!selected) return;
    if (selected.size > 4 * fileLimits.characters)
      return setFailure({ title: msg`Couldn't read ${selected.name}`, detail: ["It's longer than 32 MB"] });
    await makePlan({ name: selected.name, text: await selected.text(), prune: false });
  };
  const applyPlan = (secrets: ReadonlyMap<string, string>, isContinued: boolean) =>
    perform('Applying', "Couldn't apply the file", async () => {
      if (!file || !planned) return;
      const done = new Map<Step, Result>();
      try {
        for await (const result of apply(planned, serviceFor(file.name), secrets)) {
          done.set(result.step, result);
          setBusy(`${formatNumber(done.size)} of ${count(planned.steps.length, 'change')} tried`);
          if (result.outcome !== 'done' && result.outcome !== 'already' && !isContinued) break;
        }
      } finally {
        setResults(done);
        await queryClient.invalidateQueries();
      }
    });

  return (
    <Page title="Configuration" type="text">
      <Text size="md" maw="72ch">
        Export groups, roles, users and providers as a file without secrets. Choose a file to see what it
        would change here, then apply it.
      </Text>
      <Group gap={12}>
        <ActionButton disabled={busy !== undefined} onClick={() => void exportFile()}>
          Export
        </ActionButton>
        <FileButton onChange={(selected) => void choose(selected)} accept=".yaml,.yml,.json" resetRef={reset}>
          {(props) => (
            <Button {...props} disabled={busy !== undefined}>
              Choose file
            </Button>
          )}
        </FileButton>
        <Text role="status" c="dimmed">
          {busy === undefined ? <Name>{file?.name ?? ''}</Name> : `${busy}…`}
        </Text>
      </Group>
      {failure && <ErrorView title={failure.title} detail={failure.detail} />}
      {file && (
        <Checkbox
          label="Prune: delete what the file's sections lack"
          checked={file.prune}
          disabled={busy !== undefined}
          onChange={(event) => void makePlan({ ...file, prune: event.currentTarget.checked })}
        />
      )}
      {planned && <PlanView plan={planned} results={results} />}
      {planned && planned.errors.length === 0 && planned.steps.length > 0 && results.size === 0 && (
        <ApplyForm
          plan={planned}
          isBusy={busy !== undefined}
          onApply={(...given) => void applyPlan(...given)}
        />
      )}
      {file && results.size > 0 && (
        <div>
          <Button disabled={busy !== undefined} onClick={() => void makePlan(file)}>
            Plan again
          </Button>
        </div>
      )}
    </Page>
  );
}

interface ApplyFormProps {
  plan: Plan;
  isBusy: boolean;
  onApply(secrets: ReadonlyMap<string, string>, isContinued: boolean): void;
}

/** Asks for the secrets that a plan needs. They stay in the inputs. */
function ApplyForm({ plan: { steps }, isBusy, onApply }: ApplyFormProps) {
  const variables = [...variablesOf(steps).keys()];
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const data = new FormData(event.currentTarget);
        const valueOf = (name: string) => {
          const value = data.get(name);
          return typeof value === 'string' ? value : '';
        };
        const secrets = variables.map((variable) => [variable, valueOf(`secret ${variable}`)] as const);
        onApply(new Map(secrets), data.has('continue'));
      }}
    >
      <Stack gap="sm" align="flex-start">
        {variables.map((variable) => (
          <PasswordInput
            key={variable}
            name={`secret ${variable}`}
            label={variable}
            required
            autoComplete="off"
            miw={280}
          />
        ))}
        <Checkbox name="continue" label="Continue after an error" />
        <Button type="submit" variant="filled" size="sm" loading={isBusy}>
          Apply {count(steps.length, 'change')}
        </Button>
      </Stack>
    </form>
  );
}

function problemsOf({ problems }: FileError): string[] {
  return problems.map(({ line, column, message }) => msg`Line ${line}, column ${column}: ${message}`);
}
