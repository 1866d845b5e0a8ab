import { Button, Text } from '@mantine/core';
import { claimEntries, withFallback } from './claims.ts';
import { useEditorParts } from './editor-context.ts';
import type { Claims } from './evaluate.ts';
import classes from './workbench.module.css';

/** Every claim of a document; a click makes it the expression, or the fallback of what stands there. */
export function ClaimList({ label, claims }: { label: string; claims: Claims }) {
  const { editor } = useEditorParts();
  const entries = claimEntries(claims);
  const expression = editor.values.username_path;
  if (entries.length === 0) {
    return (
      <Text size="sm" className="muted">
        There are no claims in it
      </Text>
    );
  }
  return (
    <ul className={classes.claims} aria-label={`Claims of ${label}`}>
      {entries.map((entry) => (
        <li key={entry.expression}>
          <span className={classes.claim}>
            <code>{entry.expression}</code>
            <code className="muted">{entry.shown}</code>
          </span>
          {entry.usable && !editor.readOnly && (
            <span className={classes.take}>
              <Button
                size="compact-sm"
                variant="default"
                aria-label={`Use ${entry.expression} as the username`}
                onClick={() => editor.set('username_path', entry.expression)}
              >
                Use
              </Button>
              {expression !== '' && expression !== entry.expression && (
                <Button
                  size="compact-sm"
                  variant="subtle"
                  color="gray"
                  aria-label={`Use ${entry.expression} where the expression gives nothing`}
                  onClick={() => editor.set('username_path', withFallback(expression, entry.expression))}
                >
                  Or
                </Button>
              )}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
