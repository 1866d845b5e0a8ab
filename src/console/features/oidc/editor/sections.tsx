import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { limits } from '../../../../contract/limits.ts';
import { FormSection } from '../form/form-section.tsx';
import { SecretField } from '../../../ui/secret-field.tsx';
import classes from '../form/editor.module.css';
import { useEditorParts } from '../form/editor-context.ts';
import { inputId } from '../../../data/oidc/fields.ts';
import { recordChangesQuery } from '../../../data/activity/logs.ts';
import { isSecret } from '../../../data/activity/versions.ts';
import { IssuerDiff } from '../metadata/issuer-diff.tsx';
import { SecretEnd } from '../watch/secret-end.tsx';
import { FieldChecks } from '../form/field-checks.tsx';
import { OidcField } from '../form/oidc-field.tsx';
import { providerUseQuery } from '../../../data/oidc/providers.ts';
import { count } from '../../../lib/text.ts';
import { Name } from '../../../ui/name.tsx';

/** The provider's identity, and this application's at the provider. */
export function IdentitySection() {
  const { editor } = useEditorParts();
  const { secret } = editor;
  // Fails if the service has no log of changes, or the user can't read it.
  const { data: changes } = useQuery({
    ...recordChangesQuery(editor.base?.resource ?? ''),
    enabled: editor.base !== undefined,
  });
  const entered = changes?.entries.find(({ fields }) => fields.some(isSecret));
  const conditional = editor.values.metadata_url === '';
  return (
    <FormSection id="identity" title="Identity">
      <OidcField
        name="name"
        description="Shown on the sign-in button."
        placeholder="Sign in with Acme"
        required
        dir="auto"
        maxLength={limits.name * 2}
      />
      <OidcField
        name="issuer"
        description={
          <>
            Must exactly match the <code translate="no">iss</code> claim in this provider's ID tokens.
          </>
        }
        placeholder={conditional ? 'https://login.example.com' : 'Filled from metadata'}
        required={conditional}
        trims={false}
        mono
      />
      <IssuerDiff />
      <OidcField name="client_id" description="Assigned to this application by the provider." required mono />
      <IdentityNote />
      <SecretField
        id={inputId('client_secret')}
        mode={secret.mode}
        enteredAt={entered && new Date(entered.at)}
        inputRef={secret.inputRef}
        error={editor.errors.client_secret?.message}
        readOnly={editor.readOnly}
        maxLength={limits.clientSecret * 2}
        onModeChange={secret.setMode}
        onFilled={(filled) => {
          secret.setFilled(filled);
          editor.form.clearErrors('client_secret');
        }}
      />
      <SecretNote />
      <SecretEnd />
    </FormSection>
  );
}

/** Warns that the provider's users are known by their login again, so that each next sign-in with one decides who they are. */
function IdentityNote() {
  const { editor } = useEditorParts();
  const { base, values } = editor;
  const isMoved =
    base !== undefined && (values.issuer !== base.issuer || values.client_id !== base.client_id);
  const { data } = useQuery({ ...providerUseQuery, enabled: isMoved });
  const known = data?.get(base?.resource ?? '')?.identities ?? 0;
  if (!isMoved || known === 0) return null;
  return (
    <div className={classes.note} role="status">
      {count(known, 'user')} will be recognized by login only at the next sign-in: another issuer or client
      can name the same people differently.
    </div>
  );
}

/** Warns about the typed secret, or that the stored one would be sent elsewhere, or for another client, than it was entered for. */
function SecretNote() {
  const { editor, checks } = useEditorParts();
  if (checks.some(({ field }) => field === 'client_secret')) return <FieldChecks name="client_secret" />;
  if (editor.secret.mode !== 'stored' || !editor.base) return null;
  const { base, values } = editor;
  const moved = (['issuer', 'token_endpoint', 'client_id'] as const).filter(
    (name) => values[name] !== base[name],
  );
  if (moved.length === 0) return null;
  const names = { issuer: 'the issuer', token_endpoint: 'the token endpoint', client_id: 'the client ID' };
  return (
    <div className={classes.note} role="status">
      You changed {moved.map((name) => names[name]).join(' and ')} but kept the stored secret, which would be
      sent to {editor.values.token_endpoint || 'the new token endpoint'} for client{' '}
      <Name>{editor.values.client_id || '…'}</Name>. Replace it if it belongs to another registration.
    </div>
  );
}

/** With examples, and whether they're required without a metadata URL. */
const endpoints = [
  ['authorization_endpoint', 'authorize', true, 'Where users are sent to sign in. https only.'],
  [
    'token_endpoint',
    'token',
    true,
    'Where the service exchanges the code for tokens (client_secret_basic). https only.',
  ],
  ['userinfo_endpoint', 'userinfo', false, "Optional. Used when the ID token doesn't contain the username."],
  ['jwks_uri', 'jwks', false, 'Optional. The public keys that the service verifies ID tokens with.'],
] as const;

/** The provider's endpoints. */
export function EndpointsSection() {
  const { editor } = useEditorParts();
  const conditional = editor.values.metadata_url === '';
  return (
    <FormSection id="endpoints" title="Endpoints">
      {!conditional && !editor.base && (
        <Text c="dimmed">Leave blank to fill them from the metadata URL when you save.</Text>
      )}
      {endpoints.map(([name, example, required, description]) => (
        <OidcField
          key={name}
          name={name}
          description={description}
          placeholder={conditional ? `https://login.example.com/${example}` : 'Filled from metadata'}
          required={conditional && required}
          mono
        />
      ))}
    </FormSection>
  );
}
