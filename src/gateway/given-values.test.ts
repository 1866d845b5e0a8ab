import { expect, it } from 'vitest';
import { readConfig } from './config.ts';

const secretKey = 'k'.repeat(32);

it.each(['\n', '\r\n', '\r'])('cuts off one line break at the end of a setting, and says so: %j', (end) => {
  const sentences: string[] = [];
  const environment = { SECRET_KEY: secretKey + end, HOST: end, OTHER: end };
  const { SECRET_KEY, HOST } = readConfig(environment, false, (sentence) => sentences.push(sentence));
  expect([SECRET_KEY, HOST]).toEqual([secretKey, '127.0.0.1']);
  expect(sentences.toSorted()).toEqual(
    ['HOST', 'SECRET_KEY'].map((name) => `${name}: the line break at its end was cut off`),
  );
});

it.each([
  ['ADMIN_PASSWORD', 'two line breaks\n\n', 'control characters'],
  ['ADMIN_PASSWORD', 'a tab\tbetween', 'control characters'],
  ['DATABASE_URL', '"postgres://user:password@db/palisade"', 'in quotes'],
  ['SECRET_KEY', `'${secretKey}'`, 'in quotes'],
  ['no_proxy', '\uFEFFa\u0085', 'control characters'],
])('refuses %s as %j, without repeating it', (name, value, reason) => {
  const read = () => readConfig({ [name]: value }, false);
  expect(read).toThrow(new RegExp(`^${name}: must not [\\w ]*${reason}[^\\n]*$`));
});

it('keeps quotes and spaces that are part of a value', () => {
  const password = `"it's a" 'long one' `;
  expect(readConfig({ ADMIN_PASSWORD: password }, false).ADMIN_PASSWORD).toBe(password);
});
