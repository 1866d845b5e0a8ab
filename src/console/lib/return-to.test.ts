import { beforeEach, describe, expect, it, vi } from 'vitest';
import { localPath, markReturn } from './return-to.ts';

describe('localPath', () => {
  beforeEach(() => vi.stubGlobal('location', { origin: 'https://console.example' }));

  it.each(['/groups?filter=a#b', '/oidc/1', '/oidc/1#b'])('accepts %s', (path) =>
    expect(localPath(path)).toBe(path),
  );

  it.each(['/groups?filter=a#b', '/oidc/1', '/'])('removes the mark of a provider from %s', (path) =>
    expect(localPath(markReturn(path))).toBe(path),
  );

  it.each([
    '//evil.example',
    '/\\evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    'https://evil.example',
    '/sign-in',
    5,
  ])('rejects %s', (value) => expect(localPath(value)).toBe('/'));
});
