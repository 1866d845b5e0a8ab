import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { CodeBlock } from '../../ui/code-block/code-block.tsx';
import { CopyButton } from '../../ui/copyable.tsx';
import classes from './inspector.module.css';
import { sizeText, textOf } from './call-views.ts';

/** Longer texts make a page slow, and are rarely read to the end. */
const previewLength = 20_000;

/** A body as indented JSON; the rest of a long one on demand. */
export function BodyView({ label, body }: { label: string; body: unknown }) {
  const [all, setAll] = useState(false);
  const text = useMemo(() => textOf(body), [body]);
  if (text === '') return <p className="muted">No body.</p>;
  const isCut = !all && text.length > previewLength;
  return (
    <div className={classes.body}>
      <CodeBlock label={label} className={classes.code}>
        {isCut ? `${text.slice(0, previewLength)}…` : text}
      </CodeBlock>
      <span className={classes.copy}>
        <CopyButton value={text} label={label.toLowerCase()} />
      </span>
      {isCut && (
        <Button size="compact-sm" onClick={() => setAll(true)}>
          Show all {sizeText(text.length)}
        </Button>
      )}
    </div>
  );
}
