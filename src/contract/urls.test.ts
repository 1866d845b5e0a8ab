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

  it.each([
    ['https:x.example', 'must be an absolute URL'],
    ['https:/x.example', 'must be an absolute URL'],
    ['https:///x.example', 'must be an absolute URL'],
    ['https:\\\\x.example', 'must be an absolute URL'],
    ['https://x.example\\@y.example', 'must be an absolute URL'],
    ['https://', 'must be an absolute URL'],
    ['https://?x', 'must be an absolute URL'],
    ['https://:443/', 'must be an absolute URL'],
    ['https://.', 'must be an absolute URL'],
    ['https://a..b/', 'must be an absolute URL'],
    ['https://x.example:0/', 'must be an absolute URL'],
    ['https://x.example:99999/', 'must be an absolute URL'],
    ['x.example', 'must be an absolute URL'],
    ['//x.example', 'must be an absolute URL'],
    ['', 'must be an absolute URL'],
    [' https://x.example', 'must not contain spaces or control characters'],
    ['https://x.exa\tmple', 'must not contain spaces or control characters'],
    ['https://x.exa\nmple', 'must not contain spaces or control characters'],
    ['https://x.example/\u{202E}gpj', 'must not contain spaces or control characters'],
    ['https://exam\u{00AD}ple.com', 'must not contain spaces or control characters'],
    ['https://x.example/\uD800', 'must not contain spaces or control characters'],
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
