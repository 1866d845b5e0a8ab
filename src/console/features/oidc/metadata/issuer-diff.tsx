import { Button, Group, Text } from '@mantine/core';
import classes from '../form/editor.module.css';
import { MarkedText } from '../../../ui/marked-text.tsx';
import { useEditorParts } from '../form/editor-context.ts';
import { describeDifference, diffText } from '../../../lib/diff/text-diff.ts';

/** The published issuer and the pasted ID token's, if the typed one differs from them. */
export function IssuerDiff() {
  const { metadata, playground } = useEditorParts();
  const published = metadata.latest?.metadata.issuer;
  const iss = playground.idToken.claims?.['iss'];
  return (
    <>
      {published !== undefined && <Other source="Published" issuer={published} action="Use published" />}
      {typeof iss === 'string' && iss !== published && (
        <Other source="ID token" issuer={iss} action="Use ID token's" />
      )}
    </>
  );
}

/** Another issuer than the typed one, with what it has instead. */
function Other({ source, issuer, action }: Record<'source' | 'issuer' | 'action', string>) {
  const { editor } = useEditorParts();
  const typed = editor.values.issuer;
  if (typed === '' || typed === issuer) return null;
  const difference = describeDifference(typed, issuer);
  const parts = diffText(typed, issuer).map((part) =>
    part.kind === 'same' ? part : { ...part, text: part.text.replaceAll(' ', '␣') },
  );
  return (
    <Group mt={-8} className={classes.note} role="status">
      <Text className="wrap">
        {source}:{' '}
        <code translate="no">
          <MarkedText parts={parts} side="only-right" />
        </code>
        {difference && ` (typed: ${difference})`}
      </Text>
      {!editor.readOnly && <Button onClick={() => editor.set('issuer', issuer)}>{action}</Button>}
    </Group>
  );
}
