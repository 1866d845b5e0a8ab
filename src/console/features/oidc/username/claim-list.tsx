import { Button, Text, TextInput } from '@mantine/core';
import { useMemo, useState } from 'react';
import { count } from '../../../lib/text.ts';
import { claimEntries, filteredEntries, withFallback, type ClaimEntry } from './claim-entries.ts';
import { useEditorParts } from '../editor/editor-context.ts';
import type { Claims } from './evaluate.ts';
import classes from './playground.module.css';

/** Most claims shown at the same time, and how many are shown without a filter. */
const maxShown = 100;
const maxWithoutFilter = 12;

/** A list of claims; each can become the username expression or its fallback. */
export function ClaimList({ label, claims }: { label: string; claims: Claims }) {
  const [filter, setFilter] = useState('');
  const entries = useMemo(() => claimEntries(claims), [claims]);
  const found = filteredEntries(entries, filter);
  if (entries.length === 0) {
    return (
      <Text size="sm" className="muted">
        No claims
      </Text>
    );
  }
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
      {found.length === 0 ? (
        <Text size="sm" className="muted">
          No claims match this filter
        </Text>
      ) : (
        <ul className={classes.claims} aria-label={`${label} claims`}>
          {found.slice(0, maxShown).map((entry) => (
            <Claim key={entry.path} entry={entry} />
          ))}
        </ul>
      )}
      {found.length > maxShown && (
        <Text size="sm" className="muted">
          {count(found.length - maxShown, 'more claim')}. Filter to see them.
        </Text>
      )}
    </>
  );
}

function Claim({ entry: { path, expression, preview } }: { entry: ClaimEntry }) {
  const { editor } = useEditorParts();
  const current = editor.values.username_path;
  return (
    <li>
      <span className={classes.claim}>
        <code>{path}</code>
        <code className="muted">{preview}</code>
      </span>
      {expression !== undefined && !editor.readOnly && (
        <span className={classes.actions}>
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`Use ${expression} as the username`}
            onClick={() => editor.set('username_path', expression)}
          >
            Use
          </Button>
          {current !== '' && current !== expression && (
            <Button
              size="compact-sm"
              variant="subtle"
              color="gray"
              aria-label={`Use ${expression} as a fallback`}
              onClick={() => editor.set('username_path', withFallback(current, expression))}
            >
              Or
            </Button>
          )}
        </span>
      )}
    </li>
  );
}
