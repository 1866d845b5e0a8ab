import { Button, Text, TextInput, Group } from '@mantine/core';
import { useMemo, useState } from 'react';
import { count } from '../../../lib/text.ts';
import { Disclosure } from '../../../ui/section.tsx';
import { claimEntries, filteredEntries, isUnlikely, withFallback, type ClaimEntry } from './claim-entries.ts';
import { useEditorParts } from '../editor/editor-context.ts';
import type { Claims } from './evaluate.ts';
import classes from './playground.module.css';

/** Most claims shown at the same time, and how many are shown without a filter. */
const maxShown = 100;
const maxWithoutFilter = 12;

/** A list of claims, likely logins first; each can become the username expression or its fallback. */
export function ClaimList({ label, claims }: { label: string; claims: Claims }) {
  const [filter, setFilter] = useState('');
  const entries = useMemo(() => claimEntries(claims), [claims]);
  if (entries.length === 0) return <Text c="dimmed">No claims</Text>;
  const found = filteredEntries(entries, filter);
  const likely = filter === '' ? found.filter((entry) => !isUnlikely(entry)) : found;
  const others = filter === '' ? found.filter(isUnlikely) : [];
  return (
    <>
      {entries.length > maxWithoutFilter && (
        <TextInput
          size="sm"
          aria-label={`Filter ${label} claims`}
          placeholder={`Filter ${count(entries.length, 'claim')}`}
          value={filter}
          onChange={(event) => setFilter(event.currentTarget.value)}
        />
      )}
      {found.length === 0 && <Text c="dimmed">No claims match this filter</Text>}
      <ClaimItems label={`${label} claims`} entries={likely} />
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
          <ClaimItems label={`Other ${label} claims`} entries={others} />
        </Disclosure>
      )}
    </>
  );
}

function ClaimItems({ label, entries }: { label: string; entries: readonly ClaimEntry[] }) {
  if (entries.length === 0) return null;
  return (
    <>
      <ul className={classes.claims} aria-label={label}>
        {entries.slice(0, maxShown).map((entry) => (
          <Claim key={entry.path} entry={entry} />
        ))}
      </ul>
      {entries.length > maxShown && (
        <Text c="dimmed">{count(entries.length - maxShown, 'more claim')}. Filter to see them.</Text>
      )}
    </>
  );
}

function Claim({ entry: { path, expression, preview } }: { entry: ClaimEntry }) {
  const { editor } = useEditorParts();
  const current = editor.values.username_path;
  return (
    <li>
      <Group component="span" gap="0 8px" pt={2} miw={0}>
        <code translate="no">{path}</code>
        <code translate="no" className="muted">
          {preview}
        </code>
      </Group>
      {expression !== undefined && !editor.readOnly && (
        <Group component="span" gap={4} wrap="nowrap" flex="none">
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
              variant="subtle"
              color="gray"
              aria-label={`Or use ${expression} as a fallback`}
              onClick={() => editor.set('username_path', withFallback(current, expression))}
            >
              Or
            </Button>
          )}
        </Group>
      )}
    </li>
  );
}
