import { expect, it } from 'vitest';
import { proxyIn, readConfig } from './config.ts';

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

it.each([
  ['proxy.example:3128', 'http://proxy.example:3128'],
  ['user:p@ss@proxy.example', 'http://user:p@ss@proxy.example'],
  ['https://proxy.example', 'https://proxy.example'],
])('takes the proxy %s for %s', (given, url) => {
  expect(proxyIn(readConfig({ https_proxy: given, NO_PROXY: 'a b' }, false))).toEqual({ url, except: 'a b' });
});

it.each([
  ['socks5://user:secret@proxy.example', "must be an http or https proxy: SOCKS isn't supported"],
  ['user:1#secret@proxy.example', 'must be http://host:port or http://user:password@host:port'],
])('refuses the proxy %s, without its credentials', (given, reason) => {
  const read = () => readConfig({ HTTPS_PROXY: given }, false);
  expect(read).toThrow(new RegExp(`^HTTPS_PROXY: ${reason}(?!.*secret)`));
});
