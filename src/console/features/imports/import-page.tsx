import { Button, Code, FileButton, Group, Stack, Table, Text, Textarea } from '@mantine/core';
import { useNavigateHere } from '../../data/use-navigate-here.ts';
import { useDeferredValue, useMemo, useRef, useState, type ReactNode } from 'react';
import { groupsEndpoints } from '../../../contract/endpoints/groups.ts';
import type { GroupImportLine } from '../../../contract/groups/group-imports.ts';
import { limits } from '../../../contract/limits.ts';
import { jobIdOf } from '../../../contract/jobs.ts';
import { call } from '../../data/service/call.ts';
import { useSend } from '../../data/use-send.ts';
import { write } from '../../data/write.ts';
import { count, formatNumber, msg } from '../../lib/text.ts';
import { ErrorView } from '../../ui/error-view.tsx';
import { LostResponse } from '../../ui/lost-response.tsx';
import { Page } from '../../ui/page.tsx';
import { UnsavedGuard } from '../../ui/dialog/unsaved-guard.tsx';
import { parseImport, type ImportRow, type ParsedImport } from './parse-import.ts';
import { AnchorLink } from '../../ui/links/links.tsx';
import { ActionButton } from '../../ui/action-button.tsx';

const maxPreviewRows = 100;
/** A longer file isn't put into the text field, because editing would be slow. */
const maxEditableCharacters = 500_000;

const example = 'name,description,parent\nAcme,The customer,EMEA\nBerlin,,EMEA > Acme';

/** Creates many groups from pasted text or a file. */
export function ImportPage() {
  const [text, setText] = useState('');
  const [file, setFile] = useState<{ name: string; text: string }>();
  const [fileProblem, setFileProblem] = useState<string>();
  const current = file?.text ?? text;
  const source = useDeferredValue(current);
  const parsed = useMemo(() => parseImport(source), [source]);
  const sent = useRef(false);
  // Lets the same file be chosen again after an edit.
  const reset = useRef<() => void>(null);
  const readFile = async (chosen: File | null) => {
    reset.current?.();
    if (!chosen) return;
    const tooLarge = chosen.size > limits.importBodyBytes;
    setFileProblem(
      tooLarge ? msg`${chosen.name} is over ${limits.importBodyBytes / 1024 / 1024} MiB` : undefined,
    );
    if (tooLarge) return;
    const content = await chosen.text();
    if (content.length > maxEditableCharacters) setFile({ name: chosen.name, text: content });
    else {
      setFile(undefined);
      setText(content);
    }
  };
  return (
    <Page title="Import groups">
      <Text size="md" maw="72ch">
        Paste or choose CSV with the columns <Code>name</Code>, <Code>description</Code> and{' '}
        <Code>parent</Code>, a JSON array, or JSON lines. A parent is a group's path (<Code>/groups/5</Code>)
        or its names from the top (<Code>EMEA {'>'} Acme</Code>), which other lines may create. Groups without
        a parent are created in your own group. Either all groups are created or none.
      </Text>
      {file ? (
        <Group gap={8}>
          <Text>
            {file.name}, {count(file.text.length, 'character')}
          </Text>
          <Button onClick={() => setFile(undefined)}>Use other text</Button>
        </Group>
      ) : (
        <Textarea
          label="Groups to import"
          placeholder={example}
          rows={8}
          autosize={false}
          classNames={{ input: 'mono' }}
          spellCheck={false}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
      <div>
        <FileButton
          onChange={(chosen) => void readFile(chosen)}
          accept=".csv,.tsv,.txt,.json,.jsonl,.ndjson"
          resetRef={reset}
        >
          {(props) => <Button {...props}>Choose file</Button>}
        </FileButton>
      </div>
      {fileProblem !== undefined && <ErrorView title="Couldn't read the file" detail={[fileProblem]} />}
      <Preview parsed={parsed} />
      <Send
        parsed={parsed}
        isCurrent={source === current}
        onSent={() => {
          sent.current = true;
        }}
      />
      <UnsavedGuard dirty={source.trim() !== ''} leaving={sent} title="Leave without importing?">
        Nothing has been imported yet. Your text will be lost.
      </UnsavedGuard>
    </Page>
  );
}

function Preview({ parsed: { format, rows, problem } }: { parsed: ParsedImport }) {
  if (problem !== undefined) return <ErrorView title="This can't be imported" detail={[problem]} />;
  if (rows.length === 0) return null;
  const invalid = rows.filter((row) => row.problems.length > 0);
  const shown = invalid.length > 0 ? invalid : rows;
  const summary =
    invalid.length > 0
      ? `${formatNumber(invalid.length)} of ${count(rows.length, 'line')} can't be imported`
      : `${count(rows.length, 'group')} (${format})`;
  return (
    <section aria-label="Preview">
      <Text size="md" role="status" fw={600} mb={8}>
        {summary}
      </Text>
      <Table
        fz={13}
        verticalSpacing={4}
        data={{
          head: ['Line', 'Name', 'Parent', ...(invalid.length > 0 ? ['Problem'] : [])],
          body: shown.slice(0, maxPreviewRows).map(cellsOf),
        }}
      />
      {shown.length > maxPreviewRows && (
        <Text c="dimmed" mt={8}>
          … and {formatNumber(shown.length - maxPreviewRows)} more
        </Text>
      )}
    </section>
  );
}

function cellsOf({ line, name, parent, problems }: ImportRow): ReactNode[] {
  const muted = (text: string) => <span className="muted">{text}</span>;
  const sentences = problems.map((sentence) => (
    <Text key={sentence} c="var(--danger)">
      {sentence}
    </Text>
  ));
  return [
    muted(formatNumber(line)),
    name,
    parent || muted('your group'),
    ...(problems.length > 0 ? [sentences] : []),
  ];
}

interface SendProps {
  parsed: ParsedImport;
  /** Whether it's the latest text: parsing is deferred. */
  isCurrent: boolean;
  /** Called when the service has accepted the import. */
  onSent(): void;
}

function Send({ parsed: { rows, problem }, isCurrent, onSent }: SendProps) {
  const navigate = useNavigateHere();
  const { problems: failures, submitting, lost, send } = useSend();
  const groups = rows.flatMap(({ group, problems }) => (group && problems.length === 0 ? [group] : []));
  const ready = groups.length > 0 && groups.length === rows.length && problem === undefined;
  const submit = () =>
    send(async (settle) => {
      const result = await settle(importGroups(groups));
      onSent();
      const id = result.done ? '' : jobIdOf(result.job);
      await (id === '' ? navigate({ to: '/jobs' }) : navigate({ to: '/jobs/$jobId', params: { jobId: id } }));
    });
  return (
    <Stack gap="sm" align="flex-start">
      {failures.rest.length > 0 && (
        <ErrorView
          title="Nothing was imported"
          detail={failures.rest}
          onRetry={failures.mayRepeat ? () => void submit() : undefined}
        />
      )}
      {lost && <LostResponse lost={lost} />}
      <Group gap={12}>
        <ActionButton
          variant="filled"
          size="sm"
          disabled={!ready || !isCurrent}
          loading={submitting}
          onClick={() => void submit()}
        >
          {ready ? `Import ${count(groups.length, 'group')}` : 'Import groups'}
        </ActionButton>
        <AnchorLink to="/groups">Back to Groups</AnchorLink>
      </Group>
    </Stack>
  );
}

function importGroups(groups: GroupImportLine[]) {
  const what = count(groups.length, 'group');
  const [verb, not] = groups.length === 1 ? ['was', "wasn't"] : ['were', "weren't"];
  return write<undefined>(
    call(groupsEndpoints.importGroups, { body: { data: { groups } } }),
    // The service creates all of them in a job, which shows that it was accepted.
    {
      yes: `${what} ${verb} imported`,
      no: `${what} ${not} imported`,
      find: () => Promise.resolve(undefined),
    },
    { title: `Import ${what}`, changes: ['groups'] },
  );
}
