import { afterEach, describe, expect, it, vi } from 'vitest';
import { loadOnline, preload } from './lazy-component.ts';

const connection = new EventTarget();

function connect(onLine: boolean): void {
  vi.stubGlobal('navigator', { onLine });
  vi.stubGlobal('addEventListener', connection.addEventListener.bind(connection));
  if (onLine) connection.dispatchEvent(new Event('online'));
}

afterEach(() => vi.unstubAllGlobals());

describe('loading a module', () => {
  it('waits for the connection', async () => {
    connect(false);
    const load = vi.fn<() => Promise<string>>(async () => 'module');
    const loaded = loadOnline(load);
    expect(load).not.toHaveBeenCalled();
    connect(true);
    await expect(loaded).resolves.toBe('module');
  });

  it('is repeated if the connection is lost', async () => {
    connect(true);
    const load = vi.fn<() => Promise<string>>(async () => 'module');
    load.mockImplementationOnce(async () => {
      connect(false);
      throw new TypeError('Failed to fetch');
    });
    const loaded = loadOnline(load);
    await expect.poll(() => navigator.onLine).toBe(false);
    connect(true);
    await expect(loaded).resolves.toBe('module');
  });

  it('fails unnoticed if it was only to be ready early', async () => {
    connect(true);
    const rejected = vi.fn<() => void>();
    process.once('unhandledRejection', rejected);
    preload(() => Promise.reject(new TypeError('Failed to fetch')));
    await new Promise((resolve) => setTimeout(resolve));
    process.off('unhandledRejection', rejected);
    expect(rejected).not.toHaveBeenCalled();
  });
});
