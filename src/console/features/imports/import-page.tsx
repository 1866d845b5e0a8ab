import { Anchor, Button, Code, FileButton, Group, Stack, Table, Text, Textarea } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useDeferredValue, useMemo, useRef, useState } from 'react';
import { groupsEndpoints } from '../../../contract/endpoints/groups.ts';
import type { GroupImportLine } from '../../../contract/groups/group-imports.ts';
import { limits } from '../../../contract/limits.ts';
import { jobIdOf } from '../../../contract/jobs.ts';
import { call } from '../../api/client.ts';
import { ApiError } from '../../api/errors.ts';
import { trackJob } from '../../data/jobs/track-job.ts';
import { count, formatNumber, isolate } from '../../lib/text.ts';
import { sentenceOf } from '../../data/notifications/notify.ts';
import { useSession } from '../../data/session/use-session.ts';
import { ErrorView } from '../../ui/error-view.tsx';
import { Page } from '../../ui/page.tsx';
import { UnsavedGuard } from '../../ui/dialog/unsaved-guard.tsx';
import classes from './imports.module.css';
import { parseImport, type ImportRow, type ParsedImport } from './parse-import.ts';

const shownMost = 100;
/** A larger file is read, but not put into the field, which would be slow to type in. */
const editableMost = 500_000;

const example = 'name,description,parent\nAcme,The customer,EMEA\nBerlin,,EMEA > Acme';

/** Creates many groups at once, from a pasted text or a file. */
export function ImportPage() {
  const [text, setText] = useState('');
  const [file, setFile] = useState<{ name: string; text: string }>();
  const [unread, setUnread] = useState<string>();
  const newest = file?.text ?? text;
  const source = useDeferredValue(newest);
  const parsed = useMemo(() => parseImport(source), [source]);
  const sent = useRef(false);
  // So that the same file can be chosen again after it was changed.
  const reset = useRef<() => void>(null);
  const { holds } = useSession();
  if (!holds('group', 'rw')) {
    return (
      <Page title="Import groups">
        <ErrorView title="You may not import groups" detail={['requires privilege rw on feature group']} />
      </Page>
    );
  }
  const take = async (chosen: File | null) => {
    reset.current?.();
    if (!chosen) return;
    const tooLarge = chosen.size > limits.importBodyBytes;
    setUnread(
      tooLarge ? `${isolate(chosen.name)} is over ${limits.importBodyBytes / 1024 / 1024} MiB` : undefined,
    );
    if (tooLarge) return;
    const content = await chosen.text();
    if (content.length > editableMost) setFile({ name: chosen.name, text: content });
    else {
      setFile(undefined);
      setText(content);
    }
  };
  return (
    <Page title="Import groups">
      <Text maw="72ch">
        All of them are created, or none. Paste or choose CSV with the columns <Code>name</Code>,{' '}
        <Code>description</Code> and <Code>parent</Code>, a JSON list, or JSON lines. A parent is the path of
        a group such as <Code>/groups/5</Code>, or names from the top such as <Code>EMEA {'>'} Acme</Code>,
        which other lines may create; without one, a group goes below your own.
      </Text>
      {file ? (
        <Group gap={8}>
          <Text size="sm">
            {file.name}, {count(file.text.length, 'character')}
          </Text>
          <Button size="xs" variant="default" onClick={() => setFile(undefined)}>
            Use another text
          </Button>
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
          onChange={(chosen) => void take(chosen)}
          accept=".csv,.tsv,.txt,.json,.jsonl,.ndjson"
          resetRef={reset}
        >
          {(props) => (
            <Button size="xs" variant="default" {...props}>
              Choose a file
            </Button>
          )}
        </FileButton>
      </div>
      {unread !== undefined && <ErrorView title="This file was not read" detail={[unread]} />}
      <Preview parsed={parsed} />
      <Send
        parsed={parsed}
        current={source === newest}
        onSent={() => {
          sent.current = true;
        }}
      />
      <UnsavedGuard dirty={source.trim() !== ''} leaving={sent} title="Leave without importing?">
        Nothing of this has been imported, and it goes when you leave.
      </UnsavedGuard>
    </Page>
  );
}

function Preview({ parsed: { format, rows, problem } }: { parsed: ParsedImport }) {
  if (problem !== undefined) return <ErrorView title="This cannot be imported" detail={[problem]} />;
  if (rows.length === 0) return null;
  const wrong = rows.filter((row) => row.problems.length > 0);
  const shown = wrong.length > 0 ? wrong : rows;
  const what =
    wrong.length > 0
      ? `${count(wrong.length, 'line')} of ${formatNumber(rows.length)} cannot be imported`
      : `${count(rows.length, 'group')}, read as ${format}`;
  return (
    <section aria-label="Preview">
      <Text role="status" fw={600} mb={8}>
        {what}
      </Text>
      <Table className={classes.table} verticalSpacing={4}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Line</Table.Th>
            <Table.Th>Name</Table.Th>
            <Table.Th>Parent</Table.Th>
            {wrong.length > 0 && <Table.Th>Problem</Table.Th>}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {shown.slice(0, shownMost).map((row) => (
            <PreviewRow key={row.line} row={row} withProblems={wrong.length > 0} />
          ))}
        </Table.Tbody>
      </Table>
      {shown.length > shownMost && (
        <Text size="sm" className="muted" mt={8}>
          and {formatNumber(shown.length - shownMost)} more
        </Text>
      )}
    </section>
  );
}

function PreviewRow({ row, withProblems }: { row: ImportRow; withProblems: boolean }) {
  return (
    <Table.Tr>
      <Table.Td className="muted">{formatNumber(row.line)}</Table.Td>
      <Table.Td>{row.name}</Table.Td>
      <Table.Td>{row.parent || <span className="muted">your own group</span>}</Table.Td>
      {withProblems && (
        <Table.Td className={classes.problem}>
          {row.problems.map((sentence) => (
            <div key={sentence}>{sentence}</div>
          ))}
        </Table.Td>
      )}
    </Table.Tr>
  );
}

interface SendProps {
  parsed: ParsedImport;
  /** Whether that is what stands in the field by now. */
  current: boolean;
  /** Called when the service has taken the import over. */
  onSent(): void;
}

function Send({ parsed: { rows, problem }, current, onSent }: SendProps) {
  const navigate = useNavigate();
  const [sending, setSending] = useState(false);
  const [refusal, setRefusal] = useState<readonly string[]>();
  const groups = rows.flatMap(({ group, problems }) => (group && problems.length === 0 ? [group] : []));
  const ready = groups.length > 0 && groups.length === rows.length && problem === undefined;
  const send = async () => {
    setSending(true);
    setRefusal(undefined);
    try {
      const job = await importGroups(groups);
      onSent();
      trackJob(job, `Import ${count(groups.length, 'group')}`, ['groups']);
      const id = jobIdOf(job.delayed_job_status_resource);
      await (id === '' ? navigate({ to: '/jobs' }) : navigate({ to: '/jobs/$jobId', params: { jobId: id } }));
    } catch (error) {
      setRefusal(refusalOf(error));
      setSending(false);
    }
  };
  return (
    <Stack gap="sm" align="flex-start">
      {refusal && <ErrorView title="Nothing was imported" detail={refusal} />}
      <Group gap={12}>
        <Button disabled={!ready || !current} loading={sending} onClick={() => void send()}>
          {ready ? `Import ${count(groups.length, 'group')}` : 'Import groups'}
        </Button>
        <Anchor component={Link} to="/groups" size="sm">
          Back to the groups
        </Anchor>
      </Group>
    </Stack>
  );
}

async function importGroups(groups: GroupImportLine[]) {
  const { body } = await call(groupsEndpoints.importGroups, { body: { data: { groups } } });
  return body;
}

function refusalOf(error: unknown): readonly string[] {
  if (!(error instanceof ApiError)) return [sentenceOf(error)];
  if (error.status === 404 || error.status === 405) {
    return ['This service has no import of groups: it is an extension that not every service has.'];
  }
  return error.detail;
}
