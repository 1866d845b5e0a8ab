import { Button, Text } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { useEditorParts } from './editor-context.ts';
import classes from './rail.module.css';
import { refills } from './form-values.ts';
import { asCurl, previewRequest, shownBody } from './request-preview.ts';

/** Exactly what saving would send. */
export function RequestPanel() {
  const { editor } = useEditorParts();
  const { copy, copied } = useClipboard({ timeout: 2000 });
  const { base, baseValues, values, secret } = editor;
  const request = previewRequest(base, baseValues, values, secret.filled);
  const nothing = base !== undefined && Object.keys(request.data).length === 0 && !request.sendsSecret;
  if (nothing) {
    return (
      <Text size="sm">Nothing changed, so saving sends nothing. Only changed fields are ever sent.</Text>
    );
  }
  return (
    <div className={classes.stack}>
      <Text size="sm">
        {base ? 'Only changed fields are sent.' : 'Fields that are empty here are not sent.'}{' '}
        {secretSentence(base !== undefined, request.sendsSecret)}
      </Text>
      {base && refills(baseValues, values) && (
        <Text size="sm">
          With the new metadata URL go the issuer and the endpoints as they stand here, so that the service
          does not replace them.
        </Text>
      )}
      <pre className={classes.code} tabIndex={0} aria-label="Request">
        {request.method} {request.path}
        {'\n\n'}
        {shownBody(request)}
      </pre>
      <div>
        <Button size="xs" variant="default" onClick={() => copy(asCurl(request, `${location.origin}/api`))}>
          {copied ? 'Copied' : 'Copy as cURL'}
        </Button>
      </div>
      <Text size="sm" className="muted">
        The command takes an API key from $API_KEY
        {request.sendsSecret && ' and the secret from $CLIENT_SECRET'}.
      </Text>
    </div>
  );
}

function secretSentence(stored: boolean, sends: boolean): string {
  if (sends) return 'client_secret goes with it, and is never shown.';
  return stored ? 'client_secret is not sent: the stored one stays.' : 'client_secret is still missing.';
}
