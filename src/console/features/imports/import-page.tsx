import { Group, Loader, Stack, Text } from '@mantine/core';
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { groupsEndpoints } from '../../../contract/endpoints/groups.ts';
import type { GroupImportLine } from '../../../contract/groups/group-imports.ts';
import { groupIdOf } from '../../../contract/groups/groups.ts';
import { jobIdOf } from '../../../contract/jobs.ts';
import { treeQuery } from '../../data/groups/queries.ts';
import { useJobs } from '../../data/jobs/job-store.ts';
import { isRunning, messageOf, whyUnknown } from '../../data/jobs/tracked-job.ts';
import { changedBy } from '../../data/refresh.ts';
import { call } from '../../data/service/call.ts';
import { useSession } from '../../data/session/use-session.ts';
import { useSend, write } from '../../data/write.ts';
import { readDraft, writeDraft } from '../../lib/drafts.ts';
import { count } from '../../lib/text.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { UnsavedGuard } from '../../ui/dialog/unsaved-guard.tsx';
import { ErrorView } from '../../ui/error-view.tsx';
import { AnchorLink } from '../../ui/links/links.tsx';
import { Page } from '../../ui/page.tsx';
import { Section } from '../../ui/section.tsx';
import { ColumnForm } from './column-form.tsx';
import { ImportPreview } from './import-preview.tsx';
import { ImportResult } from './import-result.tsx';
import { parseImport, type ParsedImport } from './parse-import.ts';
import { knownGroups, type KnownGroups } from './place-rows.ts';
import { maxHeader, type Columns } from './read-table.ts';
import { SourceForm, type Source } from './source-form.tsx';

/** Creates many groups from pasted text or a file: its text, what that would change, and the result. */
export function ImportPage() {
  const { user } = useSession();
  // The text that was left here, and what became of it: until it's imported, it may be needed again.
  const [restored] = useState<z.infer<typeof draftShape>>(
    () => draftShape.safeParse(readDraft(user.user, draftName)).data ?? { text: '' },
  );
  const [source, setSource] = useState<Source>({ text: restored.text });
  /** Set once the service has accepted the import. */
  const [sent, setSent] = useState<Sent | undefined>(restored.sent);
  /** Chosen for this text. */
  const [columns, setColumns] = useState<Columns | undefined>(restored.columns);
  const job = useJobs().find(({ path }) => path === sent?.job);
  const isDone = sent !== undefined && (sent.job === undefined || job?.phase === 'done');
  const running = job && isRunning(job) ? job : undefined;
  const text = useDeferredValue(source.text);
  const known = useKnownGroups(text.trim() !== '');
  const parsed = useMemo(() => parseImport(text, columns, known), [text, columns, known]);
  const isFile = source.file !== undefined;
  const { text: typed } = source;
  useEffect(() => {
    if (!isFile) writeDraft(user.user, draftName, typed === '' ? undefined : { text: typed, sent, columns });
  }, [user.user, typed, isFile, sent, columns]);
  const change = (next: Source) => {
    setSource(next);
    setColumns(undefined);
  };
  const leaving = useRef(false);
  return (
    <Page title="Import groups" type="text" help="console#import-groups">
      {isDone || running ? (
        <Section id="result" title="3. Result" mb={8}>
          {!running ? (
            <ImportResult
              rows={parsed.rows}
              known={known}
              onMore={() => {
                change({ text: '' });
                setSent(undefined);
              }}
            />
          ) : (
            <Group role="status">
              <Loader size={16} />
              <Text size="md">Importing {count(parsed.rows.length, 'group')}…</Text>
              <Text c="dimmed">{messageOf(running)}</Text>
              <AnchorLink to="/jobs/$jobId" params={{ jobId: jobIdOf(running.path) }}>
                View job
              </AnchorLink>
            </Group>
          )}
        </Section>
      ) : (
        <>
          {job?.phase === 'failed' && (
            <ErrorView title="Nothing was imported" detail={[messageOf(job)].filter(Boolean)} />
          )}
          {job && job.phase !== 'failed' && (
            <ErrorView
              title="It's unknown whether the groups were imported"
              detail={[job.phase === 'removed' ? whyUnknown(job) : job.trouble]}
            >
              <AnchorLink to="/jobs/$jobId" params={{ jobId: jobIdOf(job.path) }}>
                View job
              </AnchorLink>
            </ErrorView>
          )}
          <SourceForm source={source} onChange={change} />
          {parsed.table && (
            <ColumnForm
              key={JSON.stringify(parsed.table.slice(0, maxHeader))}
              table={parsed.table}
              onChosen={setColumns}
            />
          )}
          <ImportPreview parsed={parsed} known={known} />
          <Send parsed={parsed} isCurrent={text === source.text} onSent={setSent} />
        </>
      )}
      <UnsavedGuard
        dirty={!isDone && !running && source.text.trim() !== ''}
        leaving={leaving}
        title="Leave without importing?"
        leave="Leave"
      >
        Nothing has been imported yet.
        {isFile ? ' The file has to be chosen again.' : ' Your text is kept in this tab.'}
      </UnsavedGuard>
    </Page>
  );
}

/** What the service is doing, or has done. */
const sentShape = z.object({ job: z.optional(z.string()) });
type Sent = z.infer<typeof sentShape>;

const draftName = 'group-import';
const draftShape = z.object({
  text: z.string(),
  sent: z.optional(sentShape),
  columns: z.optional(z.custom<Columns>((value) => typeof value === 'object')),
});

/** The groups that exist, once they're all loaded, and the user's own group. */
function useKnownGroups(enabled: boolean): KnownGroups | undefined {
  const { user } = useSession();
  const { data } = useQuery({ ...treeQuery, enabled });
  const own = groupIdOf(user.group.group_resource);
  return useMemo(() => (data?.complete ? knownGroups(data.model, own) : undefined), [data, own]);
}

interface SendProps {
  parsed: ParsedImport;
  /** Whether it's the latest text: parsing is deferred. */
  isCurrent: boolean;
  /** Called when the service has accepted the import. */
  onSent(sent: Sent): void;
}

function Send({ parsed: { rows, problem }, isCurrent, onSent }: SendProps) {
  const { problems: failures, submitting, send } = useSend();
  const groups = rows.flatMap(({ group, problems }) => (group && problems.length === 0 ? [group] : []));
  const ready = groups.length > 0 && groups.length === rows.length && problem === undefined;
  const submit = () =>
    send(async () => {
      const result = await importGroups(groups);
      onSent(result.done ? {} : { job: result.job });
    });
  return (
    <Stack gap="sm" align="flex-start">
      {failures.rest.length > 0 && (
        <ErrorView
          title={failures.title ?? 'Nothing was imported'}
          detail={failures.rest}
          onRetry={failures.mayRepeat ? () => void submit() : undefined}
        />
      )}
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
  return write<undefined>(
    call(groupsEndpoints.importGroups, { body: { data: { groups } } }),
    // The service creates all of them in a job, which shows that it was accepted.
    `${what} may have been imported.`,
    { title: `Import ${what}`, changes: changedBy.group },
  );
}
