import { Button, Code, FileButton, Group, Stack, Table, Text, Textarea } from '@mantine/core';
import { useNavigateHere } from '../../data/use-navigate-here.ts';
import { useDeferredValue, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { groupIdOf } from '../../../contract/groups/groups.ts';
import { treeQuery } from '../../data/groups/queries.ts';
import { getJobs } from '../../data/jobs/job-store.ts';
import { useSession } from '../../data/session/use-session.ts';
import { readDraft, writeDraft } from '../../lib/drafts.ts';
import { ColumnForm } from './column-form.tsx';
import { knownGroups, type ImportRow, type KnownGroups } from './place-rows.ts';
import { Name } from '../../ui/name.tsx';
import { maxHeader, type Columns } from './read-table.ts';
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
import { parseImport, type ParsedImport } from './parse-import.ts';
import { AnchorLink } from '../../ui/links/links.tsx';
import { ActionButton } from '../../ui/action-button.tsx';

const maxPreviewRows = 100;
/** A longer file isn't put into the text field, because editing would be slow. */
const maxEditableCharacters = 500_000;

const example = 'name,description,parent\nAcme,The customer,EMEA\nBerlin,,EMEA > Acme';

/** Creates many groups from pasted text or a file. */
export function ImportPage() {
  const { user } = useSession();
  const [text, setText] = useState(() => restoredText(user.user));
  const [file, setFile] = useState<{ name: string; text: string }>();
  const [fileProblem, setFileProblem] = useState<string>();
  const current = file?.text ?? text;
  const source = useDeferredValue(current);
  const [columns, setColumns] = useState<{ of: string; columns: Columns }>();
  const known = useKnownGroups(source.trim() !== '');
  const chosen = columns?.of === source ? columns.columns : undefined;
  const parsed = useMemo(() => parseImport(source, chosen, known), [source, chosen, known]);
  useEffect(() => {
    if (file === undefined) writeDraft(user.user, draftName, text === '' ? undefined : { text });
  }, [user.user, text, file]);
  const sent = useRef(false);
  // Lets the same file be chosen again after an edit.
  const reset = useRef<() => void>(null);
  const readFile = async (selected: File | null) => {
    reset.current?.();
    if (!selected) return;
    const tooLarge = selected.size > limits.importBodyBytes;
    setFileProblem(
      tooLarge ? msg`${selected.name} is over ${limits.importBodyBytes / 1024 / 1024} MiB` : undefined,
    );
    if (tooLarge) return;
    const content = decode(await selected.arrayBuffer());
    if (content.length > maxEditableCharacters) setFile({ name: selected.name, text: content });
    else {
      setFile(undefined);
      setText(content);
    }
  };
  return (
    <Page title="Import groups" type="text">
      <Text size="md" maw="72ch">
        Paste or choose a table with the columns <Code>name</Code>, <Code>description</Code> and{' '}
        <Code>parent</Code>, a JSON array, or JSON lines. A parent is a group's path (<Code>/groups/5</Code>)
        or its names from the top (<Code>EMEA {'>'} Acme</Code>), which other lines may create. Put names that
        contain {'>'} in quotation marks. Groups without a parent are created in your own group. Either all
        groups are created or none.
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
          onChange={(selected) => void readFile(selected)}
          accept=".csv,.tsv,.txt,.json,.jsonl,.ndjson"
          resetRef={reset}
        >
          {(props) => <Button {...props}>Choose file</Button>}
        </FileButton>
      </div>
      {fileProblem !== undefined && <ErrorView title="Couldn't read the file" detail={[fileProblem]} />}
      {parsed.table && (
        <ColumnForm
          key={JSON.stringify(parsed.table.slice(0, maxHeader))}
          table={parsed.table}
          onChosen={(next) => setColumns({ of: source, columns: next })}
        />
      )}
      <Preview parsed={parsed} />
      <Send
        parsed={parsed}
        isCurrent={source === current}
        onSent={(job) => {
          sent.current = true;
          // Until the job has done it: if it fails, the text is needed again.
          if (file === undefined)
            writeDraft(user.user, draftName, job === undefined ? undefined : { text, job });
        }}
      />
      <UnsavedGuard
        dirty={source.trim() !== ''}
        leaving={sent}
        title="Leave without importing?"
        leave="Leave"
      >
        Nothing has been imported yet.
        {file ? ' The file has to be chosen again.' : ' Your text is kept in this tab.'}
      </UnsavedGuard>
    </Page>
  );
}

const draftName = 'group-import';
const draftShape = z.object({ text: z.string(), job: z.optional(z.string()) });

/** The text that was left here, unless a job has imported it. */
function restoredText(user: string): string {
  const draft = draftShape.safeParse(readDraft(user, draftName));
  if (!draft.success) return '';
  const { text, job } = draft.data;
  return getJobs().find(({ path }) => path === job)?.phase === 'done' ? '' : text;
}

/** The groups that exist, once they're all loaded, and the user's own group. */
function useKnownGroups(enabled: boolean): KnownGroups | undefined {
  const { user } = useSession();
  const { data } = useQuery({ ...treeQuery(useQueryClient()), enabled });
  const own = groupIdOf(user.group.group_resource);
  return useMemo(() => (data?.complete ? knownGroups(data.model, own) : undefined), [data, own]);
}

/** A file's text: UTF-8, or UTF-16 with a byte order mark, as Excel's "Unicode Text". */
function decode(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes.slice(0, 2));
  const isLittleEndian = first === 0xff && second === 0xfe;
  const isBigEndian = first === 0xfe && second === 0xff;
  return new TextDecoder(isLittleEndian ? 'utf-16le' : isBigEndian ? 'utf-16be' : 'utf-8').decode(bytes);
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
          head: ['Line', 'Name', 'Parent', ...(invalid.length > 0 ? ['Problem'] : [])].map((title) => (
            <span key={title} style={{ whiteSpace: 'nowrap' }}>
              {title}
            </span>
          )),
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
    <Name key="name">{name}</Name>,
    parent === '' ? muted('your group') : <Name key="parent">{parent}</Name>,
    ...(problems.length > 0 ? [sentences] : []),
  ];
}

interface SendProps {
  parsed: ParsedImport;
  /** Whether it's the latest text: parsing is deferred. */
  isCurrent: boolean;
  /** Called when the service has accepted the import. */
  onSent(job: string | undefined): void;
}

function Send({ parsed: { rows, problem }, isCurrent, onSent }: SendProps) {
  const navigate = useNavigateHere();
  const { problems: failures, submitting, lost, send } = useSend();
  const groups = rows.flatMap(({ group, problems }) => (group && problems.length === 0 ? [group] : []));
  const ready = groups.length > 0 && groups.length === rows.length && problem === undefined;
  const submit = () =>
    send(async (settle) => {
      const result = await settle(importGroups(groups));
      onSent(result.done ? undefined : result.job);
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
