import type { ComponentProps } from 'react';
import classes from './code-block.module.css';

interface CodeBlockProps extends Pick<ComponentProps<'pre'>, 'dir' | 'children'> {
  /** What it is: "Response body". */
  label: string;
  className?: string | undefined;
}

/** A text in a monospaced font, such as a request. Scrolls if it's long, also with the keyboard. */
export function CodeBlock({ label, className = '', ...props }: CodeBlockProps) {
  return (
    <pre
      translate="no"
      className={`${classes.code} ${className}`}
      tabIndex={0}
      aria-label={label}
      {...props}
    />
  );
}
