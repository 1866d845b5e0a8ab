import { limits } from '../limits.ts';

/**
 * The form in which passwords are measured and compared: RFC 8265, OpaqueString. Keyboards of other systems compose characters
 * and write blanks differently.
 */
export function opaqueString(password: string): string {
  return password.replaceAll(/\p{Zs}/gu, ' ').normalize('NFC');
}

function lengthOf(password: string): number {
  return Array.from(password).length;
}

export const isLongEnough = (password: string) => lengthOf(opaqueString(password)) >= limits.passwordMin;

export const isShortEnough = (password: string) => lengthOf(opaqueString(password)) <= limits.passwordMax;

/** Whether a password can be someone's: earlier versions measured passwords as typed. */
export const isPossible = (password: string) =>
  password.length <= limits.passwordMax || isShortEnough(password);

export const lengthProblems = {
  short: `must be at least ${limits.passwordMin} characters`,
  long: `must be at most ${limits.passwordMax} characters`,
};
