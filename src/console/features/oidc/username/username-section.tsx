import { Button, Group, Text, Textarea, TextInput, Stack, SimpleGrid } from '@mantine/core';
import { useMemo, useState } from 'react';
import { limits } from '../../../../contract/limits.ts';
import { emailBeforeAt, emailDomain } from '../../../../contract/oidc/username-risks.ts';
import { unavailable } from '../../../ui/action-button.tsx';
import { claimSources, type ReadClaims, tokenNotes } from '../form/claims.ts';
import { ClaimTable } from './claim-table.tsx';
import { useEditorParts } from '../form/editor-context.ts';
import { syntaxProblem, unquotedName, type Claims } from '../form/evaluate.ts';
import { OidcField } from '../form/oidc-field.tsx';
import { FormSection } from '../form/form-section.tsx';
import { UsernameResult } from './username-result.tsx';
import classes from './playground.module.css';
import { Disclosure } from '../../../ui/section.tsx';
import { Name } from '../../../ui/name.tsx';
import editorClasses from '../form/editor.module.css';

/** Without an expression, it asks for a domain. */
const commonExpressions: readonly { label: string; expression?: string }[] = [
  { label: 'preferred_username', expression: 'preferred_username' },
  { label: 'email', expression: 'email' },
  { label: 'email before the @' },
  { label: 'preferred_username, else email', expression: 'preferred_username || email' },
  { label: 'sub', expression: 'sub' },
];

/** The username expression, and a playground to evaluate it on sample claims. */
export function UsernameSection() {
  const { editor, playground } = useEditorParts();
  const expression = editor.values.username_path;
  const sample = [playground.idToken, playground.userInfo].map(({ claims }) => claims?.['email_verified']);
  const verified = sample.some((value) => typeof value === 'string') ? 'true' : true;
  return (
    <FormSection id="username" title="Username">
      <OidcField
        name="username_path"
        description="JMESPath. Extracts an existing user's login from the ID token or UserInfo response."
        placeholder="preferred_username"
        required
        trims={false}
        multiline
        maxLength={limits.usernamePath * 2}
        mono
      />
      <Syntax
        expression={expression}
        shownByField={editor.form.formState.errors.username_path !== undefined}
      />
      <QuoteHint expression={expression} />
      {!editor.readOnly && (
        <Group gap={6} role="group" aria-label="Common expressions">
          <Text c="dimmed" aria-hidden="true">
            Common:
          </Text>
          {commonExpressions.map(({ label, expression: common }) =>
            common === undefined ? (
              <EmailBeforeAt key={label} label={label} verified={verified} />
            ) : (
              <Button
                key={label}
                size="compact-sm"
                fw={400}
                onClick={() => editor.set('username_path', common)}
              >
                {label}
              </Button>
            ),
          )}
        </Group>
      )}
      <UsernameResult idToken={playground.idToken} userInfo={playground.userInfo} />
      <Disclosure
        className={classes.playground}
        summary="Claims playground"
        open={playground.open}
        onToggle={playground.setOpen}
      >
        <Text c="dimmed" mb={12}>
          Paste a provider's response, or test the sign-in to get one. It stays in this browser; only checking
          whether a user exists sends the username. Tokens are decoded, but their signatures aren't verified.
        </Text>
        <SimpleGrid minColWidth="min(17.5rem, 100%)" autoFlow="auto-fit" spacing={16}>
          <ClaimsInput
            label="ID token"
            help="A JWT (eyJ…), its claims as JSON, or the whole token response"
            text={playground.idTokenText}
            read={playground.idToken}
            onChange={playground.setIdToken}
          />
          <ClaimsInput
            label="UserInfo response"
            help="As JSON"
            text={playground.userInfoText}
            read={playground.userInfo}
            onChange={playground.setUserInfo}
          />
        </SimpleGrid>
        <PastedClaims />
      </Disclosure>
    </FormSection>
  );
}

/** Asks for the domain: without it, anyone's address at any domain would do. */
function EmailBeforeAt({ label, verified }: { label: string; verified: true | 'true' }) {
  const { editor } = useEditorParts();
  const [asking, setAsking] = useState(false);
  const [typed, setTyped] = useState('');
  const domain = emailDomain(typed);
  if (!asking)
    return (
      <Button size="compact-sm" fw={400} onClick={() => setAsking(true)}>
        {label}
      </Button>
    );
  return (
    <Group gap={6} align="end">
      <TextInput
        size="xs"
        label="Your users' email domain"
        placeholder="example.com"
        data-autofocus
        autoFocus
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Button
        size="compact-sm"
        onClick={() => {
          if (domain === undefined) return;
          editor.set('username_path', emailBeforeAt(domain, verified));
          setAsking(false);
        }}
        {...(domain === undefined && unavailable)}
      >
        Use
      </Button>
    </Group>
  );
}

/** Marks the first invalid character. @param shownByField whether the field already shows the message */
function Syntax({ expression, shownByField }: { expression: string; shownByField: boolean }) {
  const problem = expression === '' ? undefined : syntaxProblem(expression);
  if (!problem) return null;
  const { position, message } = problem;
  const lineStart = expression.slice(0, position).lastIndexOf('\n') + 1;
  const lineEnd = expression.indexOf('\n', position);
  return (
    <div className={editorClasses.note} data-kind="error" role="status">
      {!shownByField && (
        <Text>
          Invalid JMESPath at character {position + 1}: {message}
        </Text>
      )}
      <pre translate="no" aria-hidden="true" className={classes.syntax}>
        {expression.slice(lineStart, position)}
        <mark>{expression.slice(position, position + 1).trim() || ' '}</mark>
        {expression.slice(position + 1, lineEnd < 0 ? undefined : Math.max(lineEnd, position + 1))}
        {'\n'}
        {' '.repeat(position - lineStart)}^
      </pre>
    </div>
  );
}

/** Offers to quote a claim's name. */
function QuoteHint({ expression }: { expression: string }) {
  const { editor } = useEditorParts();
  const name = unquotedName(expression);
  if (name === undefined || editor.readOnly) return null;
  return (
    <Group role="status">
      <Text>
        {syntaxProblem(name)
          ? 'Names with a colon or a slash need double quotes.'
          : 'Names with a hyphen need double quotes; without them, it subtracts.'}
      </Text>
      <Button size="compact-sm" onClick={() => editor.set('username_path', JSON.stringify(name))}>
        Use <Name as="code">{JSON.stringify(name)}</Name>
      </Button>
    </Group>
  );
}

interface ClaimsInputProps {
  label: string;
  help: string;
  text: string;
  read: ReadClaims;
  onChange(text: string): void;
}

function ClaimsInput({ label, help, text, read, onChange }: ClaimsInputProps) {
  return (
    <Stack gap={8} miw={0}>
      <Textarea
        label={label}
        description={help}
        classNames={{ input: 'mono' }}
        rows={4}
        spellCheck={false}
        autoComplete="off"
        value={text}
        error={read.problem}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {read.part !== undefined && <Text c="dimmed">Read from {read.part} in the pasted response.</Text>}
      {read.claims && label === 'ID token' && <TokenNotes claims={read.claims} />}
    </Stack>
  );
}

function PastedClaims() {
  const { idToken, userInfo } = useEditorParts().playground;
  const sources = useMemo(() => claimSources(idToken.claims, userInfo.claims), [idToken, userInfo]);
  if (sources.length === 0) return null;
  return (
    <Stack gap={8} mt={12}>
      <ClaimTable sources={sources} />
    </Stack>
  );
}

/** Why the service would reject a pasted ID token before it extracts the username. */
function TokenNotes({ claims }: { claims: Claims }) {
  const { editor } = useEditorParts();
  const [now] = useState(Date.now);
  const notes = tokenNotes(claims, editor.values, now);
  if (notes.length === 0) return null;
  return (
    <div className={editorClasses.note} role="status">
      {notes.map(({ claim, text }) => (
        <Text key={claim}>{text}</Text>
      ))}
    </div>
  );
}
