import { Button, Group, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useRef, useState } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { limits } from '../../../contract/limits.ts';
import { newPassword } from './passwords.ts';
import { useCopy } from '../../ui/copying.tsx';
import { SecretInput } from '../../ui/secret-field.tsx';

/** A password being typed. It stays in the input: never in state or in a DOM attribute. */
export function useTypedPassword() {
  const inputRef = useRef<HTMLInputElement>(null);
  const [length, setLength] = useState(0);
  return { inputRef, length, setLength, read: () => inputRef.current?.value ?? '' };
}

interface PasswordFieldProps<Values extends FieldValues> {
  form: UseFormReturn<Values>;
  name: Path<Values>;
  label: string;
  /** What else there is to say about it. */
  note?: string;
  password: ReturnType<typeof useTypedPassword>;
}

/** A password for another user: typed, or generated and revealed so that it can be passed on. */
export function PasswordField<Values extends FieldValues>(props: PasswordFieldProps<Values>) {
  const { form, name, label, note = '', password } = props;
  const [visible, { toggle, open }] = useDisclosure(false);
  const { copy, copied } = useCopy();
  const { inputRef, length, setLength, read } = password;
  const error = form.getFieldState(name, form.formState).error?.message;
  const typed = () => {
    setLength(read().length);
    if (form.formState.isSubmitted) void form.trigger(name);
  };
  return (
    <Stack gap={6}>
      <SecretInput
        allowsSpaces
        label={label}
        description={`At least ${limits.passwordMin} characters. ${note}`}
        autoComplete="new-password"
        visible={visible}
        onVisibilityChange={toggle}
        visibilityToggleButtonProps={{ 'aria-label': visible ? 'Hide password' : 'Show password' }}
        ref={inputRef}
        error={error}
        aria-invalid={error === undefined ? undefined : true}
        onChange={typed}
      />
      <Group>
        <Button
          onClick={() => {
            if (inputRef.current) inputRef.current.value = newPassword();
            // As if it was typed: the dialog asks before it's lost.
            inputRef.current?.dispatchEvent(new Event('input', { bubbles: true }));
            typed();
            open();
            copy(read());
          }}
        >
          Generate and copy password
        </Button>
        {length > 0 && (
          <Button onClick={() => copy(read())}>{copied ? 'Password copied' : 'Copy password'}</Button>
        )}
      </Group>
    </Stack>
  );
}
