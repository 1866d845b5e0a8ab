import { Button, NativeSelect, Stack, Text, TextInput, List } from '@mantine/core';
import { useState } from 'react';
import classes from './side-panel.module.css';
import { useEditorParts } from '../form/editor-context.ts';
import { labels, type FieldName } from '../../../data/oidc/fields.ts';
import { providerKind } from '../../../ui/provider-marks/provider-kind.ts';
import { unavailable } from '../../../ui/action-button.tsx';
import { RedirectUri } from './redirect-uri.tsx';
import { emailDomain } from '../../../../contract/oidc/username-risks.ts';
import { exampleDomain, setupNotes } from './setup-notes.ts';

/** Setup steps for well-known providers. */
export function SetupPanel() {
  const { editor } = useEditorParts();
  const { values } = editor;
  const kind = providerKind(values.name, values.issuer, values.metadata_url);
  const guessed = setupNotes.find((note) => note.kind === kind);
  const [chosen, setChosen] = useState<string>();
  const [typed, setTyped] = useState('');
  const note = setupNotes.find((one) => one.name === chosen) ?? guessed ?? setupNotes[0];
  if (!note) return null;
  const asksDomain = note.username.includes(`@${exampleDomain}`);
  const domain = emailDomain(typed);
  const username = note.username.replace(exampleDomain, domain ?? exampleDomain);
  return (
    <Stack gap={20} fz={13}>
      <NativeSelect
        label="Provider"
        data={setupNotes.map(({ name }) => name)}
        value={note.name}
        onChange={(event) => setChosen(event.currentTarget.value)}
      />
      <List type="ordered" spacing={6}>
        {note.steps.map((step) => (
          <List.Item key={step}>{step}</List.Item>
        ))}
      </List>
      <RedirectUri />
      <dl className={classes.values}>
        <dt>Metadata URL</dt>
        <dd>
          <code translate="no">{note.metadataUrl}</code>
        </dd>
        <dt>Username expression</dt>
        {asksDomain && !editor.readOnly && (
          <TextInput
            label="Your users' email domain"
            description="People with addresses at other domains can't sign in."
            placeholder={exampleDomain}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        )}
        <SuggestedValue field="username_path" value={username} ready={!asksDomain || domain !== undefined} />
        <dt>Scope</dt>
        <SuggestedValue field="scope" value={note.scope} />
      </dl>
      <Text>{note.caution}</Text>
      <Text>
        You can add parameters to the authorization endpoint, such as{' '}
        <code translate="no">?prompt=select_account</code> to ask which account to use,{' '}
        <code translate="no">domain_hint</code> to name your users' domain (Entra), or{' '}
        <code translate="no">acr_values</code> to ask for a stronger sign-in.
      </Text>
    </Stack>
  );
}

/** A common value of a field, with a button that fills it in. */
function SuggestedValue({
  field,
  value,
  ready = true,
}: {
  field: FieldName;
  value: string;
  ready?: boolean;
}) {
  const { editor } = useEditorParts();
  const inUse = editor.values[field] === value;
  return (
    <dd>
      <code translate="no">{value}</code>
      {!editor.readOnly && (
        <Button
          size="compact-sm"
          aria-label={`Use ${value} as the ${labels[field].toLowerCase()}`}
          onClick={() => editor.set(field, value)}
          {...((inUse || !ready) && unavailable)}
        >
          {inUse ? 'In use' : 'Use'}
        </Button>
      )}
    </dd>
  );
}
