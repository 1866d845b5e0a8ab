import { Button, Group, PasswordInput, Stack } from '@mantine/core';
import { useClipboard, useDisclosure } from '@mantine/hooks';
import { useRef, useState } from 'react';
import { newPassword } from './passwords.ts';

/** A password being typed. It stays in the input: never in state or in a DOM attribute. */
export function useTypedPassword() {
  const inputRef = useRef<HTMLInputElement>(null);
  // All that the form needs to know of it; a new object whenever it's changed.
  const [typed, setTyped] = useState({ length: 0 });
  return { inputRef, typed, setTyped, read: () => inputRef.current?.value ?? '' };
}

interface PasswordFieldProps {
  label: string;
  description: string;
  password: ReturnType<typeof useTypedPassword>;
  error: string | undefined;
}

/** A password for another user: typed, or generated and revealed so that it can be passed on. */
export function PasswordField({ label, description, password, error }: PasswordFieldProps) {
  const [visible, { toggle, open }] = useDisclosure(false);
  const { copy, copied } = useClipboard({ timeout: 2000 });
  const { inputRef, typed, setTyped, read } = password;
  return (
    <Stack gap={6}>
      <PasswordInput
        label={label}
        description={description}
        autoComplete="new-password"
        visible={visible}
        onVisibilityChange={toggle}
        visibilityToggleButtonProps={{ 'aria-label': visible ? 'Hide password' : 'Show password' }}
        ref={inputRef}
        error={error}
        aria-invalid={error === undefined ? undefined : true}
        onChange={(event) => setTyped({ length: event.currentTarget.value.length })}
      />
      <Group gap={8}>
        <Button
          onClick={() => {
            if (inputRef.current) inputRef.current.value = newPassword();
            // As if it was typed: the dialog asks before it's lost.
            inputRef.current?.dispatchEvent(new Event('input', { bubbles: true }));
            setTyped({ length: read().length });
            open();
          }}
        >
          Generate password
        </Button>
        {typed.length > 0 && (
          <Button onClick={() => copy(read())}>{copied ? 'Password copied' : 'Copy password'}</Button>
        )}
      </Group>
    </Stack>
  );
}
