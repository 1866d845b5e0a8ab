import { ActionIcon, Button, Group, Radio, Stack, Text, TextInput, Input } from '@mantine/core';
import { useState } from 'react';
import { CloseIcon } from '../../../ui/icons.tsx';
import classes from '../form/editor.module.css';
import { useEditorParts } from '../form/editor-context.ts';
import { inputId, labels } from '../../../data/oidc/fields.ts';
import { FieldChecks } from '../form/field-checks.tsx';
import { OidcField, ProvenanceBadge } from '../form/oidc-field.tsx';
import { FormSection } from '../form/form-section.tsx';

const commonScopes = ['profile', 'email', 'groups', 'offline_access'];

/** Which scopes are requested, and how users sign out. */
export function ScopeSection() {
  return (
    <FormSection id="scope" title="Scope and sign-out">
      <Scope />
      <SignOut />
      <OidcField
        name="post_logout_redirect_uri"
        description="Where users go after signing out. Leave blank to show a generic page."
        placeholder="https://intranet.example.com"
        mono
      />
    </FormSection>
  );
}

function Scope() {
  const { editor, metadata } = useEditorParts();
  const [typed, setTyped] = useState('');
  const values = editor.values.scope.split(/\s+/).filter(Boolean);
  const offered = metadata.preview?.metadata.scopes_supported ?? commonScopes;
  const change = (next: readonly string[]) => editor.set('scope', [...new Set(next)].join(' '));
  const add = (text: string) => {
    const added = text.split(/[\s,]+/).filter(Boolean);
    if (added.length > 0) change([...values, ...added]);
    setTyped('');
  };
  const error = editor.form.formState.errors.scope?.message;
  return (
    <div role="group" aria-labelledby="scope-label" className={classes.field}>
      <ProvenanceBadge name="scope" />
      <Input.Label component="span" id="scope-label">
        {labels.scope}
      </Input.Label>
      <Text size="xs" c="dimmed" mb={8}>
        Requested from the provider. openid is required.
      </Text>
      <Group component="ul" gap={6} p={0} m={0}>
        {values.map((value) => (
          <li key={value} className={classes.scope} data-fixed={value === 'openid' || undefined}>
            <code translate="no">{value}</code>
            {value !== 'openid' && !editor.readOnly && (
              <ActionIcon
                size={24}
                aria-label={`Remove scope ${value}`}
                onClick={() => change(values.filter((other) => other !== value))}
              >
                <CloseIcon />
              </ActionIcon>
            )}
          </li>
        ))}
      </Group>
      {!editor.readOnly && (
        <>
          <Group mt={8} align="flex-end">
            <TextInput
              id={inputId('scope')}
              aria-label="Add a scope"
              placeholder="Add a scope"
              classNames={{ input: 'mono' }}
              error={error}
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
              onBlur={() => add(typed)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return;
                event.preventDefault();
                add(typed);
              }}
            />
            {offered
              .filter((value) => !values.includes(value))
              .slice(0, 6)
              .map((value) => (
                <Button
                  key={value}
                  variant="subtle"
                  color="gray"
                  aria-label={`Add ${value}`}
                  onClick={() => add(value)}
                >
                  + {value}
                </Button>
              ))}
          </Group>
          {!values.includes('openid') && (
            <Button mt={8} onClick={() => change(['openid', ...values])}>
              Add openid
            </Button>
          )}
        </>
      )}
      <FieldChecks name="scope" />
    </div>
  );
}

function SignOut() {
  const { editor } = useEditorParts();
  const { logout_method: method } = editor.values;
  const choices = [
    { value: 'none', label: 'No sign-out button', description: 'Sessions end when they expire.' },
    {
      value: 'local',
      label: 'Sign out of this service only',
      description: 'Users stay signed in at the provider, which may sign them back in without asking.',
    },
  ];
  const unknown = method !== 'none' && method !== 'local' && method !== '';
  return (
    <div className={classes.field}>
      <ProvenanceBadge name="logout_method" />
      <Radio.Group
        id={inputId('logout_method')}
        label={labels.logout_method}
        description="How users who signed in through this provider can sign out."
        value={method}
        readOnly={editor.readOnly}
        error={editor.form.formState.errors.logout_method?.message}
        onChange={(value) => editor.set('logout_method', value)}
      >
        <Stack gap={12} pt={8}>
          {choices.map((choice) => (
            <Radio key={choice.value} size="sm" {...choice} />
          ))}
          {unknown && <Radio size="sm" value={method} label={`${method} (unknown to this console)`} />}
        </Stack>
      </Radio.Group>
    </div>
  );
}
