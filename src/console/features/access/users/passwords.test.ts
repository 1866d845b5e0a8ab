import { expect, it } from 'vitest';
import { newPassword, passwordProblem } from './passwords.ts';

it('makes passwords that fit and differ', () => {
  const made = Array.from({ length: 200 }, newPassword);
  expect(new Set(made).size).toBe(200);
  for (const password of made) {
    expect(password).toMatch(/^([a-zA-Z2-9]{5}-){3}[a-zA-Z2-9]{5}$/);
    expect(passwordProblem(password)).toBeUndefined();
  }
});

it('says what is wrong with a password', () => {
  expect(passwordProblem('short')).toBe('A password has at least 12 characters; this one has 5');
  expect(passwordProblem('x'.repeat(1025))).toBe('A password has at most 1024 characters');
});
