import { useState, type ReactNode } from 'react';

interface DisclosureProps {
  summary: ReactNode;
  open?: boolean;
  className?: string | undefined;
  onToggle?(open: boolean): void;
  children: ReactNode;
}

/** A part of a page that opens under its summary. Its content is rendered once it's opened, because pages can have much of it. */
export function Disclosure({ summary, open = false, className, onToggle, children }: DisclosureProps) {
  const [wasOpened, setWasOpened] = useState(open);
  return (
    <details
      open={open}
      className={className}
      onToggle={({ currentTarget }) => {
        setWasOpened(true);
        onToggle?.(currentTarget.open);
      }}
    >
      <summary>{summary}</summary>
      {wasOpened && children}
    </details>
  );
}
