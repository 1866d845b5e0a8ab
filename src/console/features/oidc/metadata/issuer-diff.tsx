import { Button, Group, Text } from '@mantine/core';
import classes from './issuer-diff.module.css';
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
  return (
    <div className={classes.diff} role="status">
      <Text>
        This isn't {what}
        {difference ? `: ${difference}` : ''}.
      </Text>
      <dl className={classes.lines}>
        <Line name="Typed" left={typed} right={other} side="only-left" />
        <Line name={name} left={typed} right={other} side="only-right" />
      </dl>
      {!editor.readOnly && (
        <Group>
          <Button onClick={() => editor.set('issuer', other)}>Use {what}</Button>
        </Group>
      )}
    </div>
  );
}

interface LineProps {
  name: string;
  left: string;
  right: string;
  side: 'only-left' | 'only-right';
}

function Line({ name, left, right, side }: LineProps) {
  const parts = diffText(left, right).filter((part) => part.kind === 'same' || part.kind === side);
  return (
    <>
      <dt translate="yes">{name}</dt>
      <dd>
        <code translate="no">
          {parts.map((part, index) =>
            part.kind === 'same' ? (
              part.text
            ) : (
              // A part is identified only by its position.
              <mark key={index}>{part.text.replaceAll(' ', '␣')}</mark>
            ),
          )}
        </code>
      </dd>
    </>
  );
}
