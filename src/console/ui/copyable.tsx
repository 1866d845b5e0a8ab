import { ActionIcon, Group } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { CheckIcon, CopyIcon } from './icons.tsx';

/** A path or id that one click copies; the copy is confirmed in place. */
export function Copyable({ value, label }: { value: string; label: string }) {
  const { copy, copied } = useClipboard({ timeout: 2000 });
  return (
    <Group gap={4} wrap="nowrap" component="span" display="inline-flex">
      <code>{value}</code>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={24}
        aria-label={copied ? `${label} copied` : `Copy ${label}`}
        onClick={() => copy(value)}
      >
        {copied ? <CheckIcon /> : <CopyIcon />}
      </ActionIcon>
    </Group>
  );
}
