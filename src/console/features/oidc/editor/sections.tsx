import { Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { limits } from '../../../../contract/limits.ts';
import { SecretField } from '../../../ui/secret-field.tsx';
import classes from './editor.module.css';
import { useEditorParts } from './editor-context.ts';
import { inputId } from './fields.ts';
import { IssuerLens } from '../metadata/issuer-diff.tsx';
import { OidcField } from './oidc-field.tsx';
import { useSecretWarning } from '../secret/use-secret-warning.ts';
import { Name } from '../../../ui/name.tsx';

/** A part of the form under its heading. */
export function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={`section-${id}`} className={classes.section}>
      <Title order={2} id={`section-${id}`}>
        {title}
      </Title>
      {children}
    </section>
  );
}

/** Who the provider is, and who we are to it. */
export function IdentitySection() {
  const { editor } = useEditorParts();
  const { secret } = editor;
  const conditional = editor.values.metadata_url === '';
  return (
    <Section id="identity" title="Identity">
      <OidcField
        name="name"
        description="Stands on the button of the sign-in page, as you write it here."
        placeholder="Sign in with Acme"
        required
        dir="auto"
        maxLength={limits.name * 2}
      />
      <OidcField
        name="issuer"
        description="Must be equal to the iss claim of this provider’s ID Tokens, character by character."
        placeholder={conditional ? 'https://login.example.com' : 'Filled from the metadata'}
        required={conditional}
        trims={false}
        mono
      />
      <IssuerLens />
      <OidcField
        name="client_id"
        description="The id that the provider gave to this application."
        required
        mono
      />
      <SecretField
        id={inputId('client_secret')}
        label="Client secret"
        mode={secret.mode}
        inputRef={secret.inputRef}
        error={editor.secretProblem}
        readOnly={editor.readOnly}
        maxLength={limits.clientSecret}
        onModeChange={secret.setMode}
        onFilled={secret.setFilled}
      />
      <SecretGoesElsewhere />
    </Section>
  );
}

/** The stored secret would be sent to another place, or for another client, than the one that it belongs to. */
function SecretGoesElsewhere() {
  const { editor } = useEditorParts();
  const warning = useSecretWarning(editor);
  if (editor.secret.mode !== 'stored' || !editor.base) return null;
  if (warning !== undefined) {
    return (
      <div className={classes.note} role="status">
        {warning}
      </div>
    );
  }
  const moved = (['issuer', 'token_endpoint', 'client_id'] as const).filter(
    (name) => editor.values[name] !== editor.baseValues[name],
  );
  if (moved.length === 0) return null;
  const names = { issuer: 'the issuer', token_endpoint: 'the token endpoint', client_id: 'the client id' };
  return (
    <div className={classes.note} role="status">
      You changed {moved.map((name) => names[name]).join(' and ')}, and the stored secret stays: it would be
      sent to {editor.values.token_endpoint || 'the new token endpoint'} for client{' '}
      <Name>{editor.values.client_id || '…'}</Name>. Replace it if it belongs to another registration.
    </div>
  );
}

/** Where the provider is asked. */
export function EndpointsSection() {
  const { editor } = useEditorParts();
  const conditional = editor.values.metadata_url === '';
  const fromMetadata = conditional ? '' : 'Filled from the metadata';
  return (
    <Section id="endpoints" title="Endpoints">
      {!conditional && !editor.base && (
        <Text size="sm" className="muted">
          All of them may stay empty: the service fills them from the metadata URL when you save.
        </Text>
      )}
      <OidcField
        name="authorization_endpoint"
        description="Where the browser goes to sign in. https only."
        placeholder={fromMetadata || 'https://login.example.com/authorize'}
        required={conditional}
        mono
      />
      <OidcField
        name="token_endpoint"
        description="Where the service exchanges the code, with client id and secret (client_secret_basic). https only."
        placeholder={fromMetadata || 'https://login.example.com/token'}
        required={conditional}
        mono
      />
      <OidcField
        name="userinfo_endpoint"
        description="Optional. Asked for the username when the ID Token has none. https only."
        placeholder={fromMetadata || 'https://login.example.com/userinfo'}
        mono
      />
      <OidcField
        name="jwks_uri"
        description="Optional. The provider’s public keys, with which the service verifies ID Tokens."
        placeholder={fromMetadata || 'https://login.example.com/jwks'}
        mono
      />
    </Section>
  );
}
