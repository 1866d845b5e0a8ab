import { Button, Group, Text } from '@mantine/core';
import classes from './issuer-diff.module.css';
import { useEditorParts } from '../editor/editor-context.ts';
import { differenceInWords, diffText } from './text-diff.ts';

/** The typed issuer beside the published one and that of a pasted ID Token, character by character, where they differ. */
export function IssuerLens() {
  const { metadata, workbench } = useEditorParts();
  const published = metadata.preview?.metadata.issuer;
  const iss = workbench.idToken.claims?.['iss'];
  return (
    <>
      {published !== undefined && (
        <Comparison name="Published" what="the published issuer" other={published} />
      )}
      {typeof iss === 'string' && iss !== published && (
        <Comparison name="ID Token" what="the issuer of the ID Token below" other={iss} />
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
  const words = differenceInWords(typed, other);
  return (
    <div className={classes.lens} role="status">
      <Text size="sm">
        This is not {what}
        {words ? `: ${words}` : ''}. The service would refuse every sign-in.
      </Text>
      <dl className={classes.lines}>
        <Line name="Typed" left={typed} right={other} side="only-left" />
        <Line name={name} left={typed} right={other} side="only-right" />
      </dl>
      {!editor.readOnly && (
        <Group>
          <Button size="xs" variant="default" onClick={() => editor.set('issuer', other)}>
            Use {what.replace(' below', '')}
          </Button>
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
      <dt>{name}</dt>
      <dd>
        <code>
          {parts.map((part, index) =>
            part.kind === 'same' ? (
              part.text
            ) : (
              // Parts have no identity but their place.
              <mark key={index}>{part.text.replaceAll(' ', '␣')}</mark>
            ),
          )}
        </code>
      </dd>
    </>
  );
}
