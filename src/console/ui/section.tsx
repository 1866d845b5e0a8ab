import { Group, Title, type TitleProps } from '@mantine/core';
import { useState, type ReactNode } from 'react';

interface SectionProps extends Pick<TitleProps, 'order' | 'mb'> {
  /** The heading's ID. */
  id: string;
  title: ReactNode;
  /** Beside the heading. */
  actions?: ReactNode;
  className?: string | undefined;
  children: ReactNode;
}

/** A part of a page, with its heading. */
export function Section({ id, title, order = 2, mb = 4, actions, className, children }: SectionProps) {
  return (
    <section aria-labelledby={id} className={className} data-level={order}>
      {actions === undefined ? (
        <Title order={order} id={id} mb={mb}>
          {title}
        </Title>
      ) : (
        <Group gap="md" justify="space-between" mb={mb}>
          <Title order={order} id={id}>
            {title}
          </Title>
          {actions}
        </Group>
      )}
      {children}
    </section>
  );
}

interface DisclosureProps {
  /** In one line. */
  summary: ReactNode;
  open?: boolean;
  className?: string | undefined;
  onToggle?(open: boolean): void;
  children: ReactNode;
}

/**
 * A part of a page that opens below its summary. It's rendered only while it's open, because it would make the page slow or refers
 * to itself. The browser's search doesn't find it while it's closed, so short texts are better in `<details>`.
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
