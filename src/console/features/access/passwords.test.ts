import { expect, it } from 'vitest';
import { limits } from '../../../contract/limits.ts';
import { newPassword } from './passwords.ts';

it('generates distinct valid passwords', () => {
  const generated = Array.from({ length: 200 }, newPassword);
  expect(new Set(generated).size).toBe(200);
  for (const password of generated) {
    expect(password).toMatch(/^([a-zA-Z2-9]{5}-){3}[a-zA-Z2-9]{5}$/);
    expect(password.length).toBeGreaterThanOrEqual(limits.passwordMin);
  }
});
