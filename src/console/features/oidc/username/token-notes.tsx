import { Text } from '@mantine/core';
import { useState } from 'react';
import { tokenNotes } from './claims.ts';
import classes from '../editor/editor.module.css';
import { useEditorParts } from '../editor/editor-context.ts';
import type { Claims } from './evaluate.ts';
import { currentTime } from '../../../lib/clock.ts';

/** Why the service would reject a pasted ID token before it extracts the username. */
export function TokenNotes({ claims }: { claims: Claims }) {
  const { editor } = useEditorParts();
  const [now] = useState(currentTime);
  const notes = tokenNotes(claims, editor.values, now);
  if (notes.length === 0) return null;
  return (
    <div className={classes.note} role="status">
      {notes.map(({ claim, text }) => (
        <Text key={claim}>{text}</Text>
      ))}
    </div>
  );
}
