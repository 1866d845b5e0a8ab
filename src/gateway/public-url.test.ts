import { expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { publicUrl } from './server.ts';

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

it.each([
  'https://console.example/path',
  'https://console.example/?',
  'https://console.example#',
  'https://a.example/?x=1',
])('%s is refused as the public URL', (PUBLIC_URL) => {
  expect(() => readConfig({ PUBLIC_URL }, false)).toThrow(
    "PUBLIC_URL: must have no path, query or fragment: serving below a path isn't offered",
  );
});

it.each(['http://service.example/api?key=1', 'https://service.example/#'])(
  '%s is refused as the base URL of a service',
  (SERVICE_URL) => {
    expect(() => readConfig({ SERVICE_URL }, false)).toThrow('SERVICE_URL: must have no query or fragment');
  },
);

it.each(['256.1.1.1', 'a b', 'http://a.example', 'a.example/b', 'a@b', ':', '[::1]'])(
  '%s is refused as the host to listen on',
  (HOST) => {
    expect(() => readConfig({ HOST }, false)).toThrow('HOST: must be an IP address or a host name');
  },
);

it('listens on one server for localhost, which has everything', () => {
  expect(readConfig({ HOST: 'localhost' }, false).HOST).toBe('127.0.0.1');
});
