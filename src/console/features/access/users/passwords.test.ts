import { expect, it } from 'vitest';
import { newPassword, passwordProblem } from './passwords.ts';

it('generates distinct valid passwords', () => {
  const generated = Array.from({ length: 200 }, newPassword);
  expect(new Set(generated).size).toBe(200);
  for (const password of generated) {
    expect(password).toMatch(/^([a-zA-Z2-9]{5}-){3}[a-zA-Z2-9]{5}$/);
    expect(passwordProblem(password.length)).toBeUndefined();
  }
});

it('reports passwords that are too short or too long', () => {
  expect(passwordProblem(5)).toBe('Use at least 12 characters (currently 5)');
  expect(passwordProblem(1025)).toBe('Use at most 1024 characters (currently 1025)');
});
