import { Button, Group, Text, Stack } from '@mantine/core';
import classes from '../editor/editor.module.css';
import { Fragment } from 'react';
import { MarkedText } from '../../../ui/marked-text.tsx';
import { useEditorParts } from '../editor/editor-context.ts';
import { describeDifference, diffText } from '../../../lib/diff/text-diff.ts';

/** A character diff between the typed issuer and the published or pasted one, if they differ. */
export function IssuerDiff() {
  const { metadata, playground } = useEditorParts();
  const published = metadata.preview?.metadata.issuer;
  const iss = playground.idToken.claims?.['iss'];
  return (
    <>
      {published !== undefined && (
        <Comparison name="Published" what="the published issuer" other={published} />
      )}
      {typeof iss === 'string' && iss !== published && (
        <Comparison name="ID token" what="the pasted ID token's issuer" other={iss} />
      )}
    </>
  );
}

interface ComparisonProps {
  name: string;
  what: string;
  other: string;
}

function Comparison({ name, what, other }: ComparisonProps) {
  const { editor } = useEditorParts();
  const typed = editor.values.issuer;
  if (typed === '' || typed === other) return null;
  const difference = describeDifference(typed, other);
  const parts = diffText(typed, other).map((part) =>
    part.kind === 'same' ? part : { ...part, text: part.text.replaceAll(' ', '␣') },
  );
  return (
    <Stack gap={8} mt={-8} className={classes.note} role="status">
      <Text>
        This isn't {what}
        {difference ? `: ${difference}` : ''}.
      </Text>
      <dl className={classes.lines}>
        {(
          [
            ['Typed', 'only-left'],
            [name, 'only-right'],
          ] as const
        ).map(([label, side]) => (
          <Fragment key={side}>
            <dt translate="yes">{label}</dt>
            <dd>
              <code translate="no">
                <MarkedText parts={parts} side={side} />
              </code>
            </dd>
          </Fragment>
        ))}
      </dl>
      {!editor.readOnly && (
        <Group gap="md">
          <Button onClick={() => editor.set('issuer', other)}>Use {what}</Button>
        </Group>
      )}
    </Stack>
  );
}
