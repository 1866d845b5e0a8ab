import { Text } from '@mantine/core';
import type { SecretMode } from '../../../ui/secret-field.tsx';
import { RequestView } from '../../../ui/request-view.tsx';
import { useEditorParts } from '../editor/editor-context.ts';
import classes from './side-panel.module.css';
import { refills } from '../editor/form-values.ts';
import { previewRequest } from './request-preview.ts';

/** Exactly what saving would send. */
export function RequestPanel() {
  const { editor } = useEditorParts();
  const { base, baseValues, values, secret } = editor;
  const request = previewRequest(base, baseValues, values, secret.filled);
  if (!request) {
    return (
      <Text size="sm">Nothing changed, so saving sends nothing. Only changed fields are ever sent.</Text>
    );
  }
  return (
    <div className={classes.stack}>
      <Text size="sm">
        {base ? 'Only changed fields are sent.' : 'Fields that are empty here are not sent.'}{' '}
        {secretSentence(secret.mode, secret.filled)}
      </Text>
      {base && refills(baseValues, values) && (
        <Text size="sm">
          With the new metadata URL go the issuer and the endpoints as they stand here, so that the service
          does not replace them.
        </Text>
      )}
      <RequestView request={request} />
      <Text size="sm" className="muted">
        Copied commands take an API key from $API_KEY, or the session from a cookie jar
        {secret.filled && ', and the secret from $CLIENT_SECRET'}.
      </Text>
    </div>
  );
}

function secretSentence(mode: SecretMode, typed: boolean): string {
  if (typed) return 'client_secret goes with it, and is never shown.';
  return {
    stored: 'client_secret is not sent: the stored one stays.',
    replacing: 'The new client_secret is still missing: type it, or keep the stored one.',
    set: 'client_secret is still missing.',
  }[mode];
}
