import { ActionIcon, Group } from '@mantine/core';
import { Fragment } from 'react';
import { CheckIcon, icon } from './icons.tsx';
import { useCopy } from './copying.tsx';

const CopyIcon = icon('M9 9h11v11H9zM5 15H4V4h11v1');

interface CopyProps {
  value: string;
  /** What is copied: "group path". */
  label: string;
}

/** A path or ID with a copy button. */
export function Copyable({ value, label }: CopyProps) {
  return (
    <Group gap={4} wrap="nowrap" component="span" display="inline-flex">
      <code translate="no">
        {value.split(/(?<=[/_])/).map((part, index) => (
          // Parts have no ID and never move.
          // oxlint-disable-next-line react/no-array-index-key
          <Fragment key={index}>
            {part}
            <wbr />
          </Fragment>
        ))}
      </code>
      <CopyButton value={value} label={label} />
    </Group>
  );
}

/** Copies a text; the icon confirms it. */
export function CopyButton({ value, label }: CopyProps) {
  const { copy, copied } = useCopy();
  return (
    <ActionIcon
      size={24}
      aria-label={copied ? `${label} copied` : `Copy ${label}`}
      onClick={() => copy(value)}
    >
      {copied ? <CheckIcon /> : <CopyIcon />}
    </ActionIcon>
  );
}
