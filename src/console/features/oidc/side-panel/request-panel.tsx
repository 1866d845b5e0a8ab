import { Stack, Text } from '@mantine/core';
import type { SecretMode } from '../../../ui/secret-field.tsx';
import { RequestView } from '../../../ui/request-view/request-view.tsx';
import { useEditorParts } from '../form/editor-context.ts';
import { refetchesMetadata } from '../../../data/oidc/form-values.ts';

/** The exact request that saving would send. */
export function RequestPanel() {
  const { editor } = useEditorParts();
  const { base, values, secret } = editor;
  const request = editor.request();
  if (!request) return <Text>Nothing changed, so saving sends nothing. Only changed fields are sent.</Text>;
  return (
    <Stack gap={20} fz={13}>
      <Text>
        {base ? 'Only changed fields are sent.' : "Blank fields aren't sent."}{' '}
        {secretNote(secret.mode, secret.filled)}
      </Text>
      {base && refetchesMetadata(base, values) && (
        <Text>
          The issuer and endpoints are sent with the new metadata URL, so that the service doesn't replace
          them.
        </Text>
      )}
      <RequestView request={request} />
      <Text c="dimmed">
        Copied commands take an API key from $API_KEY, or the session from a cookie jar
        {secret.filled && ', and the secret from $CLIENT_SECRET'}.
      </Text>
    </Stack>
  );
}

function secretNote(mode: SecretMode, typed: boolean): string {
  if (typed) return 'client_secret is sent but never shown.';
  return {
    stored: "client_secret isn't sent, so the stored one stays.",
    replacing: 'Enter the new client_secret, or keep the stored one.',
    set: 'client_secret is still missing.',
  }[mode];
}
