import { afterEach, expect, it, vi } from 'vitest';
import { sampleDatabase, testGateway } from '../testing/gateway.ts';
import { watchClock } from './clock-watch.ts';

const database = sampleDatabase();
afterEach(() => void vi.useRealTimers());

/** Sets this process's clock, which isn't the database's. */
const setClock = (seconds: number) =>
  vi.useFakeTimers({ toFake: ['Date'], now: performance.timeOrigin + performance.now() + seconds * 1000 });

it('warns once if the clock differs from the one of the database', async () => {
  const warnings: string[] = [];
  setClock(30);
  const clock = watchClock(database, (sentence) => warnings.push(sentence), 1);
  setClock(-90);
  await expect.poll(clock.problem).toMatch(/^this machine's clock is \d+ s behind the database's/);
  setClock(0);
  await expect.poll(clock.problem).toBeUndefined();
  setClock(90);
  await expect.poll(clock.problem).toMatch(/\d+ s ahead of the database's/);
  await clock.stop();
  expect(warnings).toHaveLength(2);
});

it("is said by an instance that's ready", async () => {
  setClock(90);
  const gateway = await testGateway({}, { database });
  const ready = async () => (await gateway.inject('/-/ready')).json<{ status: string; warning?: string }>();
  await expect.poll(ready).toEqual({ status: 'ready', warning: expect.stringContaining('ahead of') });
  await gateway.close();
});
