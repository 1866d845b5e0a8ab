import { Button, Group, Stack, Switch, Text, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Section } from '../../../configuration/format.ts';
import { titles } from '../../../configuration/kinds.ts';
import type { TableKind } from '../../../configuration/table/table.ts';
import { ifAsked } from '../../api/retries.ts';
import { exportFile } from '../../data/configuration/files.ts';
import { readableIn, serviceFor } from '../../data/configuration/service.ts';
import { notify } from '../../data/notifications/notify.ts';
import { oidcOpsQuery } from '../../data/oidc/providers.ts';
import { useRights } from '../../data/service/rights.ts';
import { writeCsv } from '../../lib/csv.ts';
import { download } from '../../lib/download.ts';
import { count } from '../../lib/text.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { ChooseFile, takesFile } from '../../ui/choose-file.tsx';
import { Name } from '../../ui/name.tsx';
import classes from './source.module.css';
import type { useAttempt } from './use-attempt.ts';
import type { Source } from './use-plan.ts';

/** Exports the selected sections, of those that the user can read. */
export function ExportLine({ busy, attempt }: ReturnType<typeof useAttempt>) {
  const rights = useRights();
  // Of other services, this is how to know who can read them, and whether there are any.
  const { isError } = useQuery({ ...oidcOpsQuery, enabled: rights.providers, ...ifAsked });
  const offered = readableIn({ ...rights, providers: rights.providers && !isError });
  const [left, setLeft] = useState<readonly Section[]>([]);
  const selected = offered.filter((section) => !left.includes(section));
  const save = () =>
    attempt('Exporting', "Couldn't export the configuration", async () =>
      exportFile(location.hostname, await serviceFor().current(selected), selected),
    );
  return (
    <Group role="group" aria-label="Export" gap="8px 20px">
      <Text fw={600}>Export</Text>
      {offered.map((section) => (
        <Switch
          key={section}
          label={titles[section]}
          checked={!left.includes(section)}
          onChange={({ currentTarget: { checked } }) =>
            setLeft(checked ? left.filter((each) => each !== section) : [...left, section])
          }
        />
      ))}
      <ActionButton disabled={busy !== undefined || selected.length === 0} onClick={() => void save()}>
        Export
      </ActionButton>
    </Group>
  );
}

const templates: Record<TableKind, string[][]> = {
  groups: [
    ['name', 'description', 'parent'],
    ['Acme', 'The customer', ''],
    ['Berlin', '', 'Acme'],
  ],
  users: [
    ['login', 'name', 'group', 'roles', 'password'],
    ['maria', 'Maria Muster', 'Acme > Berlin', 'Operators; Auditors', ''],
  ],
};
/** A longer text isn't edited here, because that would be slow. */
const longestEdited = 500_000;

interface SourceAreaProps {
  source: Source | undefined;
  /** What the rows of tables are, if the page says so. */
  only: TableKind | undefined;
  disabled: boolean;
  onFile(file: File): void;
  onText(text: string): void;
  /** Called with whether there's a text that hasn't been used. */
  onTyped(isTyped: boolean): void;
  /** Given if the table's columns can be said again. */
  onColumns: (() => void) | undefined;
  onClose(): void;
}

/** Takes a file that's chosen or dropped, or a text that's pasted anywhere on the page or typed. */
export function SourceArea({ source, only, disabled, onFile, onText, onTyped, ...on }: SourceAreaProps) {
  const [typed, setTyped] = useState<string>();
  const edit = (text: string | undefined) => {
    setTyped(text);
    onTyped(text !== undefined && text.trim() !== '');
  };
  const use = (text: string) => {
    edit(undefined);
    onText(text);
  };
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const field = event.target instanceof Element ? event.target.closest(':read-write') : null;
    // Into the empty field, it's used right away: it may contain passwords, which aren't shown.
    const isForUs = field ? field.id === 'source-text' && typed?.trim() === '' : typed === undefined;
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (disabled || !isForUs || text.trim() === '') return;
    event.preventDefault();
    use(text);
  });
  useEffect(() => {
    const listener = (event: ClipboardEvent) => onPaste(event);
    document.addEventListener('paste', listener);
    return () => document.removeEventListener('paste', listener);
  }, []);
  const canEdit =
    source?.isPasted === true &&
    source.text.length <= longestEdited &&
    !(source.table && source.columns?.fields.includes('password') !== false);
  const chooseFile = (label: string) => (
    <ChooseFile accept=".csv,.tsv,.txt,.yaml,.yml,.json" disabled={disabled} onFile={onFile}>
      {label}
    </ChooseFile>
  );
  const readable = readableIn(useRights());
  const kinds = only ? [only] : (['groups', 'users'] as const).filter((kind) => readable.includes(kind));
  return (
    <Stack
      role="group"
      aria-label="File"
      className={classes.area}
      data-empty={(!source && typed === undefined) || undefined}
      {...(!disabled && takesFile(onFile, (problem) => notify.error(problem, '')))}
    >
      {typed !== undefined ? (
        <>
          <Textarea
            id="source-text"
            label="Text"
            rows={10}
            classNames={{ input: 'mono' }}
            spellCheck={false}
            autoFocus
            value={typed}
            onChange={(event) => edit(event.currentTarget.value)}
          />
          <Group>
            <Button variant="filled" disabled={disabled || typed.trim() === ''} onClick={() => use(typed)}>
              Preview changes
            </Button>
            <Button onClick={() => edit(undefined)}>Cancel</Button>
          </Group>
        </>
      ) : source ? (
        <Group gap="8px 12px">
          <Text flex="1 1 12rem" miw={0} className="wrap">
            <strong>
              <Name>{source.name}</Name>
            </strong>{' '}
            <span className="muted">{describe(source)}</span>
          </Text>
          <Group gap={8}>
            {on.onColumns && (
              <Button disabled={disabled} onClick={on.onColumns}>
                Columns
              </Button>
            )}
            {canEdit && (
              <Button disabled={disabled} onClick={() => edit(source.text)}>
                Edit text
              </Button>
            )}
            {chooseFile('Choose another file')}
            <Button disabled={disabled} onClick={on.onClose}>
              Close
            </Button>
          </Group>
        </Group>
      ) : (
        <>
          <Text size="md" fw={600}>
            Drop a {only ? 'table' : 'configuration file or table'} here, or paste
          </Text>
          <Text c="dimmed">
            {only
              ? `CSV, or cells of a spreadsheet with ${only}.`
              : 'YAML, JSON, CSV or cells of a spreadsheet.'}{' '}
            You'll see what would change first.
          </Text>
          <Group justify="center">
            {chooseFile('Choose file')}
            <Button disabled={disabled} onClick={() => edit('')}>
              Enter text
            </Button>
            {kinds.map((kind) => (
              <Button
                key={kind}
                variant="subtle"
                onClick={() => download(`${kind}-template.csv`, 'text/csv', writeCsv(templates[kind]))}
              >
                {only ? 'Download template' : `Template for ${kind}`}
              </Button>
            ))}
          </Group>
        </>
      )}
    </Stack>
  );
}

function describe({ table, columns, elsewhere, use }: Source): string {
  if (use === 'compare') return 'compared with this service';
  if (elsewhere !== undefined) return '';
  const lines = (table?.rows.length ?? 0) - (columns?.header ?? -1) - 1;
  return table ? count(lines, columns?.kind === 'users' ? 'user' : columns ? 'group' : 'line') : '';
}
