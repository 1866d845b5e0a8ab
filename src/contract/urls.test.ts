import { describe, expect, it } from 'vitest';
import { absoluteUrl, urlProblem } from './urls.ts';

const check = (text: string) => urlProblem(text, ['https:', 'http:'], 100);

describe('URLs', () => {
  it('are parsed alike however often, which the compiled URL.canParse of Node 20 does not', () => {
    const rejected = Array.from({ length: 50_000 }, () => check('https://bücher.example/ä')).filter(Boolean);
    expect(rejected).toEqual([]);
  });

  it.each([
    'https://x.example',
    'HTTPS://X.example./a?b=c',
    'http://localhost:65535/',
    'https://bücher.example/ä',
    'https://[2001:db8::1]:8443/',
    'https://x.example/a@b:c//d',
  ])('accepts %s', (text) => {
    expect(check(text)).toBeUndefined();
    expect(absoluteUrl(text)?.href).toBe(new URL(text).href);
  });

  const relative = `x.example //x.example https:x.example https:/x.example https:///x.example https:\\\\x.example
    https://x.example\\@y.example https:// https://?x https://:443/ https://. https://a..b/ https://x.example:0/
    https://x.example:99999/`;
  it.each(['', ...relative.split(/\s+/)])('rejects %j, which is not absolute', (text) =>
    expect(check(text)).toBe('must be an absolute URL'),
  );

  it.each([
    ' https://x.example',
    'https://x.exa\tmple',
    'https://x.exa\nmple',
    'https://x.example/\u{202E}gpj',
    'https://exam\u{00AD}ple.com',
    'https://x.example/\uD800',
  ])('rejects %j, which looks different from what it is', (text) =>
    expect(check(text)).toBe('must not contain spaces or control characters'),
  );

  it.each([
    ['javascript:alert(1)', 'must use https or http'],
    ['ftp://x.example', 'must use https or http'],
    ['https://user@x.example', 'must not contain credentials'],
    ['https://:word@x.example', 'must not contain credentials'],
    ['https://@x.example', 'must not contain credentials'],
    ['https://x.example/#', 'must not contain a fragment'],
    [`https://x.example/${'x'.repeat(100)}`, 'must be at most 100 characters'],
  ])('rejects %j', (text, problem) => {
    expect(check(text)).toBe(problem);
  });
});
