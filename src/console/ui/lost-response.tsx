import { Alert, Text } from '@mantine/core';
import { ActionButton } from './action-button.tsx';

/** A write whose response was lost. */
export interface Lost {
  /** "The response was lost, so it's not known whether Acme was created." */
  text: string;
  /** Why it couldn't be checked. */
  failed?: readonly string[];
  /** Checks again; undefined while it's being checked. */
  onCheck?: (() => void) | undefined;
}

/** Says that it's unknown whether a write was done, while that is checked, and offers to check again if that failed. */
export function LostResponse({ lost: { text, failed, onCheck } }: { lost: Lost }) {
  return (
    <Alert color="var(--accent)" icon={null}>
      <Text>
        {text} {onCheck === undefined ? 'Checking…' : `Couldn't check: ${failed?.join('. ')}`}
      </Text>
      {failed && (
        <ActionButton loading={onCheck === undefined} onClick={onCheck}>
          Check again
        </ActionButton>
      )}
    </Alert>
  );
}
