import { Button, Menu, Text } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { useState } from 'react';
import { CodeBlock } from './code-block/code-block.tsx';
import classes from './request-view.module.css';

/** A request: its request line, its body as JSON, and commands that send it. */
interface ViewedRequest {
  line: string;
  body: string;
  commands: readonly { label: string; text: string }[];
}

/** Shows a request, with a menu to copy it as a command. */
export function RequestView({ request }: { request: ViewedRequest }) {
  const { copy, copied } = useClipboard({ timeout: 2000 });
  return (
    <>
      <CodeBlock label="Request">
        {request.line}
        {request.body && `\n\n${request.body}`}
      </CodeBlock>
      <div>
        <Menu position="bottom-start">
          <Menu.Target>
            <Button>{copied ? 'Copied' : 'Copy request as…'}</Button>
          </Menu.Target>
          <Menu.Dropdown>
            {request.commands.map(({ label, text }) => (
              <Menu.Item key={label} onClick={() => copy(text)}>
                {label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
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
