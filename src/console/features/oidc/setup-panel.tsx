import { NativeSelect, Text } from '@mantine/core';
import { useState } from 'react';
import classes from './rail.module.css';
import { useEditorParts } from './editor-context.ts';
import { setupNotes } from './setup-notes.ts';

/** Where things are at well-known providers. */
export function SetupPanel() {
  const { editor } = useEditorParts();
  const guessed = setupNotes.find((note) =>
    note.hosts.test(`${editor.values.metadata_url} ${editor.values.issuer}`),
  );
  const [chosen, setChosen] = useState<string>();
  const note = setupNotes.find(({ name }) => name === chosen) ?? guessed ?? setupNotes[0];
  if (!note) return null;
  return (
    <div className={classes.stack}>
      <NativeSelect
        label="Provider"
        data={setupNotes.map(({ name }) => name)}
        value={note.name}
        onChange={(event) => setChosen(event.currentTarget.value)}
      />
      <ol className={classes.steps}>
        {note.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <dl className={classes.facts}>
        <dt>Metadata URL</dt>
        <dd>
          <code>{note.metadataUrl}</code>
        </dd>
        <dt>Usual username</dt>
        <dd>
          <code>{note.username}</code>
        </dd>
        <dt>Scope</dt>
        <dd>
          <code>{note.scope}</code>
        </dd>
      </dl>
      <Text size="sm">{note.beware}</Text>
    </div>
  );
}
