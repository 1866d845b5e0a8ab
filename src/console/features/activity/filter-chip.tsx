import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { CloseIcon } from '../../ui/icons.tsx';

/** A filter that was set by a link, to remove. */
export function FilterChip({ children, onRemove }: { children: ReactNode; onRemove(): void }) {
  return (
    <Button
      variant="light"
      rightSection={<CloseIcon width={12} height={12} />}
      title="Remove this filter"
      onClick={onRemove}
    >
      {children}
    </Button>
  );
}
