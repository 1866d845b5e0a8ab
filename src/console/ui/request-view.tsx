import { Button, Menu, Text } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { useState } from 'react';
import classes from './request-view.module.css';

/** A request in words: its line, its body as JSON, and commands that send the same. */
interface ShownRequest {
  line: string;
  body: string;
  commands: readonly { label: string; text: string }[];
}

/** A request as it will be sent, to be read and copied. */
export function RequestView({ request }: { request: ShownRequest }) {
  const { copy, copied } = useClipboard({ timeout: 2000 });
  return (
    <>
      <pre className={classes.request} tabIndex={0} aria-label="Request">
        {request.line}
        {request.body && `\n\n${request.body}`}
      </pre>
      <div>
        <Menu position="bottom-start" withinPortal>
          <Menu.Target>
            <Button size="xs" variant="default">
              {copied ? 'Copied' : 'Copy request as…'}
            </Button>
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

interface WhatIsSentProps {
  /** Tells the request of the form as it stands; undefined where saving would send nothing. */
  request(): ShownRequest | undefined;
}

/** What a form will send, folded away until somebody wants to know. */
export function WhatIsSent({ request }: WhatIsSentProps) {
  const [open, setOpen] = useState(false);
  const shown = open ? request() : undefined;
  return (
    <details className={classes.fold} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>What will be sent</summary>
      {open && (
        <div className={classes.content}>
          {shown ? (
            <RequestView request={shown} />
          ) : (
            <Text size="sm">Nothing changed, so saving sends nothing.</Text>
          )}
        </div>
      )}
    </details>
  );
}
