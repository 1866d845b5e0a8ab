import { Button, Group, Text, Textarea } from '@mantine/core';
import { limits } from '../../../../contract/limits.ts';
import type { ReadClaims } from './claims.ts';
import { ClaimList } from './claim-list.tsx';
import { useEditorParts } from '../editor/editor-context.ts';
import { syntaxProblem, unquotedName } from './evaluate.ts';
import { OidcField } from '../editor/oidc-field.tsx';
import { Section } from '../editor/sections.tsx';
import { TokenNotes } from './token-notes.tsx';
import { UsernameResult } from './username-result.tsx';
import classes from './playground.module.css';
import { Name } from '../../../ui/name.tsx';

const snippets = [
  { label: 'preferred_username', expression: 'preferred_username' },
  { label: 'email', expression: 'email' },
  { label: 'email before the @', expression: "split(email, '@')[0]" },
  { label: 'preferred_username, else email', expression: 'preferred_username || email' },
  { label: 'sub', expression: 'sub' },
];

/** Which claim is the login: the expression, and a bench to try it on claims. */
export function UsernameSection() {
  const { editor, workbench } = useEditorParts();
  const expression = editor.values.username_path;
  return (
    <Section id="username" title="Username">
      <OidcField
        name="username_path"
        description="A JMESPath expression that gives the login of an existing user: asked of the ID Token, then of UserInfo."
        placeholder="preferred_username"
        required
        trims={false}
        maxLength={limits.usernamePath}
        mono
      />
      <Syntax expression={expression} told={editor.form.formState.errors.username_path !== undefined} />
      <Quote expression={expression} />
      {!editor.readOnly && (
        <Group gap={6} role="group" aria-label="Usual expressions">
          <Text size="sm" className="muted">
            Usual:
          </Text>
          {snippets.map((snippet) => (
            <Button
              key={snippet.label}
              size="compact-sm"
              variant="default"
              fw={400}
              onClick={() => editor.set('username_path', snippet.expression)}
            >
              {snippet.label}
            </Button>
          ))}
        </Group>
      )}
      <UsernameResult />
      <details
        className={classes.bench}
        open={workbench.open}
        onToggle={(event) => workbench.setOpen(event.currentTarget.open)}
      >
        <summary>Try it on claims</summary>
        <Text size="sm" className="muted" mb={12}>
          Paste what a provider sent, or try a sign-in to get it. It stays in this browser, unless you check
          whether the resulting user exists. Tokens are decoded, but their signatures aren't verified.
        </Text>
        <div className={classes.documents}>
          <Document
            label="ID Token"
            help="A token (eyJ…), its claims as JSON, or the answer of the token endpoint"
            text={workbench.idTokenText}
            read={workbench.idToken}
            onChange={workbench.setIdToken}
          />
          <Document
            label="UserInfo"
            help="The answer of the UserInfo endpoint as JSON"
            text={workbench.userInfoText}
            read={workbench.userInfo}
            onChange={workbench.setUserInfo}
          />
        </div>
      </details>
    </Section>
  );
}

/** Where the expression cannot be read, under the very character. @param told the field says it in words already */
function Syntax({ expression, told }: { expression: string; told: boolean }) {
  const problem = expression === '' ? undefined : syntaxProblem(expression);
  if (!problem) return null;
  const { position, message } = problem;
  return (
    <div className={classes.syntax} role="status">
      {!told && (
        <Text size="sm">
          This cannot be read as JMESPath from character {position + 1} on: {message}
        </Text>
      )}
      <pre aria-hidden="true">
        {expression.slice(0, position)}
        <mark>{expression.slice(position, position + 1) || ' '}</mark>
        {expression.slice(position + 1)}
        {'\n'}
        {' '.repeat(position)}^
      </pre>
    </div>
  );
}

/** A claim whose name has to be quoted, and is not. */
function Quote({ expression }: { expression: string }) {
  const { editor } = useEditorParts();
  const name = unquotedName(expression);
  if (name === undefined || editor.readOnly) return null;
  return (
    <Group gap={8} role="status">
      <Text size="sm">
        {syntaxProblem(name)
          ? 'Names with a colon or a slash stand in double quotes.'
          : 'A hyphen subtracts, unless the name stands in double quotes.'}
      </Text>
      <Button
        size="compact-sm"
        variant="default"
        onClick={() => editor.set('username_path', JSON.stringify(name))}
      >
        Use{' '}
        <code>
          <Name>{JSON.stringify(name)}</Name>
        </code>
      </Button>
    </Group>
  );
}

interface DocumentProps {
  label: string;
  help: string;
  text: string;
  read: ReadClaims;
  onChange(text: string): void;
}

function Document({ label, help, text, read, onChange }: DocumentProps) {
  return (
    <div className={classes.document}>
      <Textarea
        label={label}
        description={help}
        classNames={{ input: `mono ${classes.paste ?? ''}` }}
        rows={4}
        spellCheck={false}
        autoComplete="off"
        value={text}
        error={read.problem}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {read.part !== undefined && (
        <Text size="sm" className="muted">
          Read from {read.part} of what was pasted.
        </Text>
      )}
      {read.claims && label === 'ID Token' && <TokenNotes claims={read.claims} />}
      {read.claims && <ClaimList label={label} claims={read.claims} />}
    </div>
  );
}
