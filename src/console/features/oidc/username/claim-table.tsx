import { Button, Group, Table, Text, TextInput } from '@mantine/core';
import { useMemo, useState } from 'react';
import { count } from '../../../lib/text.ts';
import { TableHead } from '../../../ui/item-list/table-head.tsx';
import { Disclosure } from '../../../ui/section.tsx';
import { claimEntries, filteredEntries, isUnlikely, withFallback, type ClaimEntry } from './claim-entries.ts';
import { useEditorParts } from '../form/editor-context.ts';
import type { Claims } from '../form/evaluate.ts';
import classes from './playground.module.css';

/** Most claims shown at the same time, and how many are shown without a filter. */
const maxShown = 100;
const maxWithoutFilter = 12;

interface ClaimTableProps {
  /** What sent claims: "ID token", "UserInfo response". */
  sources: readonly { label: string; claims: Claims }[];
}

/** Claims with their values by source, likely logins first; each can become the username expression or its fallback. */
export function ClaimTable({ sources }: ClaimTableProps) {
  const [filter, setFilter] = useState('');
  const entries = useMemo(() => claimEntries(...sources.map(({ claims }) => claims)), [sources]);
  if (entries.length === 0) return <Text c="dimmed">No claims</Text>;
  const found = filteredEntries(entries, filter);
  const likely = filter === '' ? found.filter((entry) => !isUnlikely(entry)) : found;
  const others = filter === '' ? found.filter(isUnlikely) : [];
  const columns = ['Claim', ...sources.map(({ label }) => label)];
  return (
    <>
      {entries.length > maxWithoutFilter && (
        <TextInput
          size="sm"
          aria-label="Filter claims"
          placeholder={`Filter ${count(entries.length, 'claim')}`}
          value={filter}
          onChange={(event) => setFilter(event.currentTarget.value)}
        />
      )}
      {found.length === 0 && <Text c="dimmed">No claims match this filter</Text>}
      <ClaimRows label="Claims" columns={columns} entries={likely} />
      {others.length > 0 && (
        <Disclosure
          className={classes.others}
          summary={count(others.length, likely.length > 0 ? 'other claim' : 'claim')}
        >
          {others.some(({ member, expression }) => member && expression !== undefined) && (
            <Text c="dimmed" mb={4}>
              Providers can send list members in any order, so don't rely on a position such as [0].
            </Text>
          )}
          <ClaimRows label="Other claims" columns={columns} entries={others} />
        </Disclosure>
      )}
    </>
  );
}

interface ClaimRowsProps {
  label: string;
  columns: readonly string[];
  entries: readonly ClaimEntry[];
}

function ClaimRows({ label, columns, entries }: ClaimRowsProps) {
  if (entries.length === 0) return null;
  return (
    <>
      <div className={classes.claims}>
        <Table aria-label={label} layout="fixed" verticalSpacing={4} horizontalSpacing={8}>
          <TableHead columns={columns} />
          <Table.Tbody>
            {entries.slice(0, maxShown).map(({ path, expression, previews }) => (
              <Table.Tr key={path}>
                <Table.Th scope="row">
                  <code translate="no">{path}</code>
                  {expression !== undefined && <Choices expression={expression} />}
                </Table.Th>
                {previews.map((preview, index) => (
                  <Table.Td key={columns[index + 1]}>
                    <code translate="no" className="muted">
                      {preview}
                    </code>
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
      {entries.length > maxShown && (
        <Text c="dimmed">{count(entries.length - maxShown, 'more claim')}. Filter to see them.</Text>
      )}
    </>
  );
}

/** Buttons for a claim, which appear with the pointer or the focus on its row. */
function Choices({ expression }: { expression: string }) {
  const { editor } = useEditorParts();
  const current = editor.values.username_path;
  if (editor.readOnly) return null;
  return (
    <Group component="span" className={classes.choices} gap={4} wrap="nowrap">
      <Button
        size="compact-sm"
        aria-label={`Use ${expression} as the username`}
        aria-pressed={current === expression}
        onClick={() => editor.set('username_path', expression)}
      >
        {current === expression ? 'In use' : 'Use'}
      </Button>
      {current !== '' && current !== expression && (
        <Button
          size="compact-sm"
          aria-label={`Or use ${expression} as a fallback`}
          onClick={() => editor.set('username_path', withFallback(current, expression))}
        >
          Or
        </Button>
      )}
    </Group>
  );
}
