import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { repeat } from './app.ts';

it('runs a task again and again', async () => {
  let runs = 0;
  const stop = repeat(1, () => Promise.resolve(void (runs += 1)));
  await expect.poll(() => runs).toBeGreaterThan(3);
  await stop();
  const before = runs;
  await sleep(10);
  expect(runs).toBe(before);
});

it("doesn't make up for runs during a slow one, not even while it stops", async () => {
  let runs = 0;
  let finish: () => void = () => undefined;
  const stop = repeat(1, () => {
    runs += 1;
    return runs > 1 ? Promise.resolve() : new Promise((resolve) => (finish = resolve));
  });
  await sleep(20);
  const stopped = stop();
  finish();
  await stopped;
  expect(runs).toBe(1);
});
