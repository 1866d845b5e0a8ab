import { Button, Group, Input, PasswordInput, Text } from '@mantine/core';
import type { RefObject } from 'react';

/** What is to become of a secret that nobody can read back. */
export type SecretMode = 'set' | 'stored' | 'replacing';

interface SecretFieldProps {
  id: string;
  label: string;
  mode: SecretMode;
  /** Where the typed secret stays: in its input alone. Null unless it is being set or replaced. */
  inputRef: RefObject<HTMLInputElement | null>;
  error?: string | undefined;
  readOnly?: boolean;
  maxLength?: number;
  onModeChange(mode: SecretMode): void;
  /** Told whether something is typed, never what. */
  onFilled(filled: boolean): void;
}

const helps: Record<SecretMode, string> = {
  set: 'Sent when this is created. It cannot be read back afterwards.',
  replacing: 'Replaces the stored one when you save. It cannot be read back afterwards.',
  stored: 'Stored. Not shown, and unchanged unless you replace it.',
};

/** A write-only secret in one of three visible states; its input exists only while there is something to type. */
export function SecretField(props: SecretFieldProps) {
  const { id, label, mode, inputRef, error, readOnly = false, onModeChange, onFilled } = props;
  if (mode === 'stored') {
    return (
      <Input.Wrapper label={label} description={helps.stored} id={id} labelElement="div" error={error}>
        <Group gap={12} mt={4}>
          <Text size="sm">•••••••• stored</Text>
          {!readOnly && (
            <Button id={id} size="xs" variant="default" onClick={() => onModeChange('replacing')}>
              Replace the secret
            </Button>
          )}
        </Group>
      </Input.Wrapper>
    );
  }
  return (
    <Group gap={8} align="flex-end" wrap="nowrap">
      <PasswordInput
        id={id}
        label={label}
        description={helps[mode]}
        required={mode === 'set'}
        error={error}
        ref={inputRef}
        autoFocus={mode === 'replacing'}
        autoComplete="new-password"
        spellCheck={false}
        maxLength={props.maxLength}
        flex={1}
        onChange={(event) => onFilled(event.currentTarget.value !== '')}
        visibilityToggleButtonProps={{
          'aria-label': 'Show or hide what is typed',
          tabIndex: 0,
          'aria-hidden': false,
        }}
      />
      {mode === 'replacing' && (
        <Button
          variant="default"
          onClick={() => {
            onFilled(false);
            onModeChange('stored');
          }}
        >
          Keep the stored one
        </Button>
      )}
    </Group>
  );
}
