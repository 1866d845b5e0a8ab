// Without letters and digits that look alike.
const alphabet = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const parts = 4;
const partLength = 5;

/** A new random password of about 116 bits, in parts that are easy to read out. */
export function newPassword(): string {
  return Array.from({ length: parts }, () => letters(partLength)).join('-');
}

function letters(count: number): string {
  let text = '';
  while (text.length < count) {
    const [byte = 0] = crypto.getRandomValues(new Uint8Array(1));
    // Bytes past the last multiple of the alphabet's length would favour some letters.
    if (byte < 256 - (256 % alphabet.length)) text += alphabet[byte % alphabet.length] ?? '';
  }
  return text;
}
