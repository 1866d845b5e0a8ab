import { Button, Group, Input, PasswordInput, Text, type PasswordInputProps } from '@mantine/core';
import { useRef, useState, type RefObject } from 'react';
import { RelativeTime } from './relative-time.tsx';

/** What saving does with a write-only secret. */
export type SecretMode = 'set' | 'stored' | 'replacing';

interface SecretFieldProps {
  id: string;
  mode: SecretMode;
  /** When the stored secret was entered, if known. */
  enteredAt?: Date | undefined;
  /** The secret stays in the input's value only. Null unless it's being set or replaced. */
  inputRef: RefObject<HTMLInputElement | null>;
  error?: string | undefined;
  readOnly?: boolean;
  maxLength?: number;
  onModeChange(mode: SecretMode): void;
  /** Called with whether the field has a value, never with the value. */
  onFilled(filled: boolean): void;
}

const helps: Record<SecretMode, string> = {
  set: "Can't be read back once it's stored.",
  replacing: "Replaces the stored secret when you save. Can't be read back.",
  stored: 'Stored. Not shown, and unchanged unless you replace it.',
};

/** The field for a provider's secret, which is write-only. Its input is only mounted while the secret is being set or replaced. */
export function SecretField(props: SecretFieldProps) {
  const { id, mode, enteredAt, inputRef, error, readOnly = false, onModeChange, onFilled } = props;
  if (mode === 'stored') {
    return (
      <Input.Wrapper
        label="Client secret"
        description={helps.stored}
        id={id}
        labelElement="div"
        error={error}
      >
        <Group gap={12} mt={4}>
          <Text>
            <span aria-hidden="true">••••••••</span> stored{enteredAt && ' '}
            {enteredAt && <RelativeTime at={enteredAt} />}
          </Text>
          {!readOnly && (
            <Button id={id} aria-describedby={`${id}-description`} onClick={() => onModeChange('replacing')}>
              Replace secret
            </Button>
          )}
        </Group>
      </Input.Wrapper>
    );
  }
  return (
    <Group align="flex-end" wrap="nowrap">
      <SecretInput
        id={id}
        label="Client secret"
        description={helps[mode]}
        required={mode === 'set'}
        error={error}
        aria-invalid={error === undefined ? undefined : true}
        ref={inputRef}
        autoFocus={mode === 'replacing'}
        autoComplete="new-password"
        spellCheck={false}
        maxLength={props.maxLength}
        flex={1}
        onChange={(event) => onFilled(event.currentTarget.value !== '')}
      />
      {mode === 'replacing' && (
        <Button
          size="sm"
          onClick={() => {
            onFilled(false);
            onModeChange('stored');
          }}
        >
          Keep stored secret
        </Button>
      )}
    </Group>
  );
}

const atAnEnd = /^[\s\p{Default_Ignorable_Code_Point}\p{C}]|[\s\p{Default_Ignorable_Code_Point}\p{C}]$/u;
// U+2800 is an empty Braille pattern.
const unseenCharacter = /[^\S ]|[\p{Default_Ignorable_Code_Point}\p{C}\p{Z}\u2800]/u;

/**
 * What can't be seen in a secret, as copied ones sometimes have it: the rest of a sentence about it.
 * @param allowsSpaces between other characters, as in a passphrase
 */
export function unseenIn(value: string, allowsSpaces = false): string | undefined {
  if (atAnEnd.test(value))
    return 'starts or ends with a space or an invisible character, which is significant';
  const rest = allowsSpaces ? value.replaceAll(' ', '') : value;
  return unseenCharacter.test(rest)
    ? 'contains a space or an invisible character, which is significant'
    : undefined;
}

interface SecretInputProps extends PasswordInputProps {
  allowsSpaces?: boolean;
}

/** An input for a secret or a new password, which warns of what can't be seen. What is typed stays in it, out of state. */
export function SecretInput({ allowsSpaces, description, ...props }: SecretInputProps) {
  const [warning, setWarning] = useState<string>();
  return (
    <PasswordInput
      {...props}
      description={
        warning === undefined ? (
          description
        ) : (
          <>
            {description}
            <Text span display="block" inherit c="var(--warning)" mt={4}>
              It {warning}.
            </Text>
          </>
        )
      }
      // Also fired if a password is generated.
      onInput={(event) => setWarning(unseenIn(event.currentTarget.value, allowsSpaces))}
    />
  );
}

/**
 * The client secret of the form. What is typed stays in the input, out of state, drafts, caches and storage.
 * @param stored whether the service has a secret already
 */
export function useSecret(stored: boolean) {
  const [mode, setMode] = useState<SecretMode>(stored ? 'stored' : 'set');
  const [filled, setFilled] = useState(false);
  const inputRef = useRef<HTMLInputElement>(null);
  return {
    mode,
    inputRef,
    /** Whether something is typed. */
    filled,
    setMode,
    setFilled,
    /** The secret to send; undefined keeps the stored one. */
    read: () => (mode === 'stored' ? undefined : (inputRef.current?.value ?? '')),
    /** Called after a save: the service has the secret now. */
    markStored: () => {
      setFilled(false);
      setMode('stored');
    },
  };
}
