import { Text } from '@mantine/core';
import { useState } from 'react';
import { CodeBlock } from '../code-block/code-block.tsx';
import { CopyMenu } from './copy-menu.tsx';
import classes from './request-view.module.css';

/** A request: its request line, its body as JSON, and commands that send it. */
interface ViewedRequest {
  line: string;
  body: string;
  commands: readonly { label: string; text: string }[];
}

/** Shows a request, with a menu to copy it as a command. */
export function RequestView({ request }: { request: ViewedRequest }) {
  return (
    <>
      <CodeBlock label="Request">
        {request.line}
        {request.body && `\n\n${request.body}`}
      </CodeBlock>
      <div>
        <CopyMenu label="Copy request as…" formats={request.commands} />
      </div>
    </>
  );
}

interface RequestPreviewProps {
  /** Returns the request that saving would send; undefined if nothing has changed. */
  request(): ViewedRequest | undefined;
}

/** A collapsed section with the request that a form will send. */
export function RequestPreview({ request }: RequestPreviewProps) {
  const [open, setOpen] = useState(false);
  const preview = open ? request() : undefined;
  return (
    <details className={classes.fold} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Request preview</summary>
      {open && (
        <div className={classes.content}>
          {preview ? <RequestView request={preview} /> : <Text>No changes to send.</Text>}
        </div>
      )}
    </details>
  );
}
