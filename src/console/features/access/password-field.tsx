import { Button, Group, PasswordInput, Stack } from '@mantine/core';
import { useClipboard, useDisclosure } from '@mantine/hooks';
import { newPassword } from './passwords.ts';

interface PasswordFieldProps {
  label: string;
  description: string;
  value: string;
  error: string | undefined;
  onChange(password: string): void;
}

/** A password for somebody else: typed, or generated and then shown, to be handed over. */
export function PasswordField({ label, description, value, error, onChange }: PasswordFieldProps) {
  const [visible, { toggle, open }] = useDisclosure(false);
  const { copy, copied } = useClipboard({ timeout: 2000 });
  return (
    <Stack gap={6}>
      <PasswordInput
        label={label}
        description={description}
        autoComplete="new-password"
        visible={visible}
        onVisibilityChange={toggle}
        visibilityToggleButtonProps={{ 'aria-label': visible ? 'Hide the password' : 'Show the password' }}
        value={value}
        error={error}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <Group gap={8}>
        <Button
          size="xs"
          variant="default"
          onClick={() => {
            onChange(newPassword());
            open();
          }}
        >
          Generate password
        </Button>
        {value !== '' && (
          <Button size="xs" variant="default" onClick={() => copy(value)}>
            {copied ? 'Password copied' : 'Copy password'}
          </Button>
        )}
      </Group>
    </Stack>
  );
}
