import { ActionIcon, Button, Group, Radio, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { CloseIcon } from '../../../ui/icons.tsx';
import classes from './editor.module.css';
import { useEditorParts } from './editor-context.ts';
import { inputId, labels } from './fields.ts';
import { OidcField, ProvenanceChip } from './oidc-field.tsx';
import { Section } from './sections.tsx';

const usual = ['profile', 'email', 'groups', 'offline_access'];

/** What is asked of the provider, and how the session ends. */
export function ScopeSection() {
  return (
    <Section id="scope" title="Scope and sign-out">
      <Scope />
      <Logout />
      <OidcField
        name="post_logout_redirect_uri"
        description="Where users go after they signed out. Blank: they see a generic page that says so."
        placeholder="https://intranet.example.com"
        mono
      />
    </Section>
  );
}

function Scope() {
  const { editor, metadata } = useEditorParts();
  const [typed, setTyped] = useState('');
  const values = editor.values.scope.split(/\s+/).filter(Boolean);
  const offered = metadata.preview?.metadata.scopes_supported ?? usual;
  const change = (next: readonly string[]) => editor.set('scope', [...new Set(next)].join(' '));
  const add = (text: string) => {
    const added = text.split(/[\s,]+/).filter(Boolean);
    if (added.length > 0) change([...values, ...added]);
    setTyped('');
  };
  const error = editor.form.formState.errors.scope?.message;
  return (
    <div role="group" aria-labelledby="scope-label" className={classes.field}>
      <ProvenanceChip name="scope" />
      <span id="scope-label" className={classes.legend}>
        {labels.scope}
      </span>
      <Text size="xs" className="muted" mb={8}>
        What the provider is asked to tell. openid is required; more values where it supports them.
      </Text>
      <ul className={classes.scopes}>
        {values.map((value) => (
          <li key={value} className={classes.scope} data-fixed={value === 'openid' || undefined}>
            <code>{value}</code>
            {value !== 'openid' && !editor.readOnly && (
              <ActionIcon
                variant="subtle"
                color="gray"
                size={24}
                aria-label={`Remove scope ${value}`}
                onClick={() => change(values.filter((other) => other !== value))}
              >
                <CloseIcon />
              </ActionIcon>
            )}
          </li>
        ))}
      </ul>
      {!editor.readOnly && (
        <>
          <Group gap={8} mt={8} align="flex-end">
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
                <Button key={value} size="xs" variant="subtle" color="gray" onClick={() => add(value)}>
                  + {value}
                </Button>
              ))}
          </Group>
          {!values.includes('openid') && (
            <Button size="xs" variant="default" mt={8} onClick={() => change(['openid', ...values])}>
              Add the required openid
            </Button>
          )}
        </>
      )}
    </div>
  );
}

function Logout() {
  const { editor } = useEditorParts();
  const { logout_method: method } = editor.values;
  const choices = [
    {
      value: 'none',
      label: 'No sign-out button',
      description: 'The session ends by itself when it expires.',
    },
    {
      value: 'local',
      label: 'Sign out of this service only',
      description:
        'The user stays signed in at the provider: the next click on its button signs straight back in.',
    },
  ];
  const strange = method !== 'none' && method !== 'local' && method !== '';
  return (
    <div className={classes.field}>
      <ProvenanceChip name="logout_method" />
      <Radio.Group
        id={inputId('logout_method')}
        label={labels.logout_method}
        description="What users who came through this provider can do to leave."
        value={method}
        readOnly={editor.readOnly}
        error={editor.form.formState.errors.logout_method?.message}
        onChange={(value) => editor.set('logout_method', value)}
      >
        <div className={classes.choice}>
          {choices.map((choice) => (
            <Radio key={choice.value} size="sm" {...choice} />
          ))}
          {strange && (
            <Radio size="sm" value={method} label={`${method}, which this console does not know`} />
          )}
        </div>
      </Radio.Group>
    </div>
  );
}
