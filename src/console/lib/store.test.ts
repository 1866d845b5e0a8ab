import { expect, it, vi } from 'vitest';
import { createStore, resetStores } from './store.ts';

it('gives every store its initial value again, and calls its listeners', () => {
  const open = createStore(false);
  const calls = createStore<readonly string[]>([]);
  open.set(true);
  calls.set(['GET']);
  const listener = vi.fn<() => void>();
  open.subscribe(listener);
  resetStores();
  expect([open.get(), calls.get()]).toEqual([false, []]);
  expect(listener).toHaveBeenCalledOnce();
});
