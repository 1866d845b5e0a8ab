import { Button, Text, TextInput } from '@mantine/core';
import { useMemo, useState } from 'react';
import { count } from '../../../lib/text.ts';
import { claimEntries, filteredEntries, withFallback, type ClaimEntry } from './claim-entries.ts';
import { useEditorParts } from '../editor/editor-context.ts';
import type { Claims } from './evaluate.ts';
import classes from './playground.module.css';

/** Claims that are drawn at once, and from which on there is a filter. */
const drawnMost = 100;
const filterFrom = 12;

/** Every claim of a document; a click makes it the expression, or the fallback of what stands there. */
export function ClaimList({ label, claims }: { label: string; claims: Claims }) {
  const [filter, setFilter] = useState('');
  const entries = useMemo(() => claimEntries(claims), [claims]);
  const found = filteredEntries(entries, filter);
  if (entries.length === 0) {
    return (
      <Text size="sm" className="muted">
        There are no claims in it
      </Text>
    );
  }
  return (
    <>
      {entries.length > filterFrom && (
        <TextInput
          size="sm"
          aria-label={`Filter the claims of ${label}`}
          placeholder={`Filter ${count(entries.length, 'claim')}`}
          value={filter}
          onChange={(event) => setFilter(event.currentTarget.value)}
        />
      )}
      {found.length === 0 ? (
        <Text size="sm" className="muted">
          No claim fits this filter
        </Text>
      ) : (
        <ul className={classes.claims} aria-label={`Claims of ${label}`}>
          {found.slice(0, drawnMost).map((entry) => (
            <Claim key={entry.path} entry={entry} />
          ))}
        </ul>
      )}
      {found.length > drawnMost && (
        <Text size="sm" className="muted">
          {count(found.length - drawnMost, 'more claim')}: filter to see them
        </Text>
      )}
    </>
  );
}

function Claim({ entry: { path, expression, shown } }: { entry: ClaimEntry }) {
  const { editor } = useEditorParts();
  const current = editor.values.username_path;
  return (
    <li>
      <span className={classes.claim}>
        <code>{path}</code>
        <code className="muted">{shown}</code>
      </span>
      {expression !== undefined && !editor.readOnly && (
        <span className={classes.take}>
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
              aria-label={`Use ${expression} where the expression gives nothing`}
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
