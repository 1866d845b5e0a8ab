import { expect, it, vi } from 'vitest';
import { runInSlices, runSlice, runToEnd, type Sliced } from './slices.ts';
import { sortInSlices } from './sort-in-slices.ts';

/** Takes about this long, in steps of a millisecond. */
function* busyFor(milliseconds: number): Sliced<string> {
  for (let step = 0; step < milliseconds; step += 1) {
    const end = performance.now() + 1;
    while (performance.now() < end);
    yield;
  }
  return 'complete';
}

it('leaves time for other work between slices', async () => {
  let others = 0;
  const timer = setInterval(() => (others += 1), 0);
  expect(await runInSlices(busyFor(60))).toBe('complete');
  clearInterval(timer);
  expect(others).toBeGreaterThan(2);
});

it('completes short work in one slice, and pauses longer work', () => {
  // Reading the clock takes half a millisecond, however busy the machine is.
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 0.5));
  expect(runSlice(busyFor(1))).toEqual({ result: 'complete' });
  const work = busyFor(50);
  expect(runSlice(work)).toBeUndefined();
  expect(runToEnd(work)).toBe('complete');
  clock.mockRestore();
});

it('stops when aborted', async () => {
  let steps = 0;
  function* endless(): Sliced<never> {
    for (;;) {
      steps += 1;
      yield;
    }
  }
  const abort = new AbortController();
  const work = runInSlices(endless(), abort.signal);
  setTimeout(() => abort.abort(new Error('no longer needed')), 20);
  await expect(work).rejects.toThrow('no longer needed');
  const before = steps;
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(steps).toBe(before);
});

it.each([0, 1, 999, 1000, 1001, 7500])(
  'sorts %d items in slices, and keeps the order of equal ones',
  (size) => {
    const items = Array.from({ length: size }, (_, index) => ({ key: (index * 7919) % 101, index }));
    const compare = (one: { key: number }, other: { key: number }) => one.key - other.key;
    expect(runToEnd(sortInSlices(items, compare))).toEqual(items.toSorted(compare));
  },
);

it('takes one comparison per item for a list in order', () => {
  let comparisons = 0;
  const items = Array.from({ length: 5000 }, (_, index) => index);
  runToEnd(
    sortInSlices(items, (one, other) => {
      comparisons += 1;
      return one - other;
    }),
  );
  expect(comparisons).toBeLessThan(5010);
});
