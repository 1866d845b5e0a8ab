import { limits } from '../../../../contract/limits.ts';

// Without letters and digits that are taken for each other.
const alphabet = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const parts = 4;
const partLength = 5;

/** A fresh password of about 116 bits, in parts that can be read out. */
export function newPassword(): string {
  return Array.from({ length: parts }, () => letters(partLength)).join('-');
}

function letters(count: number): string {
  let text = '';
  while (text.length < count) {
    const [byte = 0] = crypto.getRandomValues(new Uint8Array(1));
    // Bytes past the last whole alphabet would make some letters likelier than others.
    if (byte < 256 - (256 % alphabet.length)) text += alphabet[byte % alphabet.length] ?? '';
  }
  return text;
}

/** What is wrong with a password, or undefined. */
export function passwordProblem(password: string): string | undefined {
  const { length } = password;
  if (length < limits.passwordMin)
    return `A password has at least ${limits.passwordMin} characters; this one has ${length}`;
  if (length > limits.passwordMax) return `A password has at most ${limits.passwordMax} characters`;
  return undefined;
}
