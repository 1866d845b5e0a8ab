import { Button, NativeSelect, Text } from '@mantine/core';
import { useState } from 'react';
import classes from './side-panel.module.css';
import { useEditorParts } from '../editor/editor-context.ts';
import { labels, type FieldName } from '../editor/fields.ts';
import { RedirectUri } from './redirect-uri.tsx';
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
      <RedirectUri />
      <dl className={classes.facts}>
        <dt>Metadata URL</dt>
        <dd>
          <code>{note.metadataUrl}</code>
        </dd>
        <dt>Usual username</dt>
        <Usual field="username_path" value={note.username} />
        <dt>Scope</dt>
        <Usual field="scope" value={note.scope} />
      </dl>
      <Text size="sm">{note.beware}</Text>
    </div>
  );
}

/** What is usual in a field, with a click that puts it there. */
function Usual({ field, value }: { field: FieldName; value: string }) {
  const { editor } = useEditorParts();
  const there = editor.values[field] === value;
  return (
    <dd>
      <code>{value}</code>
      {!editor.readOnly && (
        <Button
          size="compact-sm"
          variant="default"
          disabled={there}
          aria-label={`Use ${value} as the ${labels[field].toLowerCase()}`}
          onClick={() => editor.set(field, value)}
        >
          {there ? 'In use' : 'Use'}
        </Button>
      )}
    </dd>
  );
}
