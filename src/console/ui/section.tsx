import { Group, Title, type TitleProps } from '@mantine/core';
import type { ReactNode } from 'react';

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
        <Group justify="space-between" mb={mb}>
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
