import { expect, it } from 'vitest';
import { proxyIn, readConfig } from './config.ts';
import { publicUrl } from './server.ts';

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

const noPath = "must have no path, query or fragment: serving below a path isn't offered";
const anyOfHttps = 'must be an https URL, or an http URL of this machine';
const anyHost = 'must be an IP address or a host name';
it.each([
  ['ADMIN_PASSWORD', 'two line breaks\n\n', 'must not contain control characters'],
  ['ADMIN_PASSWORD', 'a tab\tbetween', 'must not contain control characters'],
  ['ADMIN_PASSWORD', 'e\u0301'.repeat(11), 'must be at least 12 characters'],
  ['ADMIN_PASSWORD', 'e\u0301'.repeat(1_025), 'must be at most 1024 characters'],
  ['DATABASE_URL', '"postgres://user:word-4711@db/palisade"', 'must not be in quotes'],
  ['SECRET_KEY', `'${secretKey}'`, 'must not be in quotes'],
  ['no_proxy', '\uFEFFa\u0085', 'must not contain control characters'],
  ['HTTPS_PROXY', 'socks5://user:secret@proxy.example', 'must be an http or https proxy: SOCKS'],
  ['PUBLIC_URL', 'https://console.example/path', noPath],
  ['PUBLIC_URL', 'https://console.example/?', noPath],
  ['PUBLIC_URL', 'https://console.example#', noPath],
  ['SERVICE_URL', 'http://service.example/api?key=1', 'must have no query or fragment'],
  ['SERVICE_URL', 'https://service.example/#', 'must have no query or fragment'],
  ...['256.1.1.1', 'a b', 'http://a.example', 'a.example/b', 'a@b', ':', '[::1]'].map(
    (host) => ['HOST', host, anyHost] as const,
  ),
  ['ALERT_WEBHOOK_URL', 'http://hooks.example/', anyOfHttps],
  ['ALERT_WEBHOOK_URL', 'ftp://127.0.0.1/', 'must be an http or https URL'],
  ['ALERT_WEBHOOK_URL', 'https://user:secret@hooks.example/', 'must not contain credentials'],
  ['ALERT_WEBHOOK_URL', 'https://hooks.example/ http://other.example', anyOfHttps],
  ['ALERT_WEBHOOK_URL', 'https://a.example/#slack', `${anyOfHttps}, without a fragment but #chat or #teams`],
  ['ALERT_WEBHOOK_SECRET', 'secret', 'must be at least 16 characters'],
] as const)('refuses %s as %j, without repeating it', (name, value, reason) => {
  const read = () => readConfig({ [name]: value }, false);
  expect(read).toThrow(`${name}: ${reason}`);
  expect(read).not.toThrow(/secret@|'secret'|k{32}|4711/);
});

it.each([
  ['ADMIN_PASSWORD', `"it's a" 'long one' `],
  ['ALERT_WEBHOOK_URL', 'https://hooks.example/a?b=c'],
  ['ALERT_WEBHOOK_URL', 'https://hooks.example/a#teams http://127.0.0.1:9000/#chat'],
  ['ALERT_WEBHOOK_URL', 'http://localhost:9000'],
  ['ALERT_WEBHOOK_URL', 'http://[::1]:9000/x'],
])('takes %s as it is: %j', (name, value) => {
  expect(readConfig({ [name]: value }, false)).toMatchObject({ [name]: value });
});

it.each([
  ['proxy.example:3128', 'http://proxy.example:3128'],
  ['user:p@ss@proxy.example', 'http://user:p@ss@proxy.example'],
  ['https://proxy.example', 'https://proxy.example'],
])('takes the proxy %s for %s', (given, url) => {
  expect(proxyIn(readConfig({ https_proxy: given, NO_PROXY: 'a b' }, false))).toEqual({ url, except: 'a b' });
});

it.each([
  [{}, 'http://localhost:8080'],
  [{ HOST: '0.0.0.0', PORT: '81' }, 'http://localhost:81'],
  [{ HOST: '::' }, 'http://localhost:8080'],
  [{ HOST: 'localhost' }, 'http://localhost:8080'],
  [{ HOST: '::1' }, 'http://[::1]:8080'],
  [{ HOST: 'fe80::1%eth0' }, 'http://[fe80::1]:8080'],
  [{ HOST: 'console.example' }, 'http://console.example:8080'],
  [{ HOST: '::', PUBLIC_URL: 'https://console.example/' }, 'https://console.example'],
])('%j results in the public URL %s', (environment, origin) => {
  expect(publicUrl(readConfig(environment, false)).origin).toBe(origin);
});

it('listens on one server for localhost, which has everything', () => {
  expect(readConfig({ HOST: 'localhost' }, false).HOST).toBe('127.0.0.1');
});
