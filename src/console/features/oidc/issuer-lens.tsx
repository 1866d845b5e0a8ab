import { Button, Group, Text } from '@mantine/core';
import classes from './issuer-lens.module.css';
import { useEditorParts } from './editor-context.ts';
import { differenceInWords, diffText } from './text-diff.ts';

/** The typed and the published issuer, character by character, where they differ. */
export function IssuerLens() {
  const { editor, metadata } = useEditorParts();
  const typed = editor.values.issuer;
  const published = metadata.preview?.metadata.issuer;
  if (published === undefined || typed === '' || typed === published) return null;
  const words = differenceInWords(typed, published);
  return (
    <div className={classes.lens} role="status">
      <Text size="sm">
        This is not the published issuer{words ? `: ${words}` : ''}. The service would refuse every sign-in.
      </Text>
      <dl className={classes.lines}>
        <Line name="Typed" left={typed} right={published} side="only-left" />
        <Line name="Published" left={typed} right={published} side="only-right" />
      </dl>
      {!editor.readOnly && (
        <Group>
          <Button size="xs" variant="default" onClick={() => editor.set('issuer', published)}>
            Use the published issuer
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
