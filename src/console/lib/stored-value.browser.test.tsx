import { describe, expect, it, vi } from 'vitest';
import { readStored, storedKeys, storedValue, writeStored } from './stored-value.ts';

describe('a stored value', () => {
  it('is kept, listed and removed', () => {
    writeStored('test a', { one: 1 });
    writeStored('test b', 2, 'sessionStorage');
    expect(readStored('test a')).toEqual({ one: 1 });
    expect([storedKeys('test'), storedKeys('test', 'sessionStorage')]).toEqual([['test a'], ['test b']]);
    writeStored('test a', undefined);
    expect([readStored('test a'), localStorage.getItem('test a')]).toEqual([null, null]);
  });

  it('stays in memory while storage is full or blocked', () => {
    for (const method of ['setItem', 'getItem', 'removeItem'] as const)
      vi.spyOn(Storage.prototype, method).mockImplementation(() => {
        throw new DOMException('blocked', 'SecurityError');
      });
    writeStored('test a', 'only here');
    expect([readStored('test a'), storedKeys('test')]).toEqual(['only here', ['test a']]);
    const width = storedValue('test width', (stored) => (typeof stored === 'number' ? stored : 340));
    width.set(400);
    expect([width.get(), readStored('test width')]).toEqual([400, 400]);
    for (const key of ['test a', 'test width']) writeStored(key, undefined);
    expect(storedKeys('test')).toEqual([]);
  });
});
