import { useState, type ReactNode } from 'react';

interface DisclosureProps {
  summary: string;
  open?: boolean;
  className?: string | undefined;
  onToggle?(open: boolean): void;
  children: ReactNode;
}

/**
 * A part of a page that unfolds below its summary. It's rendered only while it's open, for content that would make the page slow
 * or never ends. The browser's search doesn't find it before: short texts are better in `<details>`.
 */
export function Disclosure({ summary, open = false, className, onToggle, children }: DisclosureProps) {
  const [isOpen, setIsOpen] = useState(open);
  return (
    <details
      open={open}
      className={className}
      onToggle={({ currentTarget }) => {
        setIsOpen(currentTarget.open);
        onToggle?.(currentTarget.open);
      }}
    >
      <summary>{summary}</summary>
      {isOpen && children}
    </details>
  );
}
