import { PasswordInput, Text, type PasswordInputProps } from '@mantine/core';
import { useState } from 'react';

const atAnEnd = /^[\s\p{Default_Ignorable_Code_Point}\p{C}]|[\s\p{Default_Ignorable_Code_Point}\p{C}]$/u;
// U+2800 is an empty Braille pattern.
const unseen = /[^\S ]|[\p{Default_Ignorable_Code_Point}\p{C}\p{Z}\u2800]/u;

/**
 * What can't be seen in a secret, as copied ones sometimes have it: the rest of its sentence.
 * @param allowsSpaces between other characters, as in a passphrase
 */
export function unseenIn(value: string, allowsSpaces = false): string | undefined {
  if (atAnEnd.test(value))
    return 'starts or ends with a space or an invisible character, which is significant';
  const rest = allowsSpaces ? value.replaceAll(' ', '') : value;
  return unseen.test(rest) ? 'contains a space or an invisible character, which is significant' : undefined;
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
            <Text span display="block" inherit fw={600}>
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
