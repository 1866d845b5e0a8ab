import { Button } from '@mantine/core';
import { useState, type ComponentProps } from 'react';
import { count } from '../../lib/text.ts';
import classes from './code-block.module.css';

interface CodeBlockProps extends Pick<ComponentProps<'pre'>, 'dir'> {
  /** What it is: "Response body". */
  label: string;
  className?: string | undefined;
  children: string;
}

/** Longer texts make a page slow, and are rarely read to the end. */
const shownLength = 20_000;

/** A text in a monospaced font, such as a request, the rest of a long one on demand. Scrolls, also with the keyboard. */
export function CodeBlock({ label, className = '', children, ...props }: CodeBlockProps) {
  const [all, setAll] = useState(false);
  const isCut = !all && children.length > shownLength;
  return (
    <>
      <pre
        translate="no"
        className={`${classes.code} ${className}`}
        tabIndex={0}
        aria-label={label}
        {...props}
      >
        {isCut ? `${children.slice(0, shownLength)}…` : children}
      </pre>
      {isCut && (
        <Button size="compact-sm" onClick={() => setAll(true)}>
          Show all {count(children.length, 'character')}
        </Button>
      )}
    </>
  );
}
