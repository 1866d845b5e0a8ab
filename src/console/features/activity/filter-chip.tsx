import { Button } from '@mantine/core';
import { CloseIcon } from '../../ui/icons.tsx';
import { Name } from '../../ui/name.tsx';

interface FilterChipProps {
  /** What it filters by: "User". */
  label: string;
  value: string;
  /** The path of the record that `value` names. */
  path?: string | undefined;
  onRemove(): void;
}

/** A filter that was set by a link, to remove. */
export function FilterChip({ label, value, path, onRemove }: FilterChipProps) {
  return (
    <Button
      variant="light"
      rightSection={<CloseIcon width={12} height={12} />}
      title={path === undefined ? 'Remove this filter' : `Remove this filter (${path})`}
      onClick={onRemove}
    >
      {label}:&nbsp;<Name>{value}</Name>
    </Button>
  );
}
