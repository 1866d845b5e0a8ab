/** The latency of `GET /authentication` while a subtree of 100,000 groups is deleted, beside its idle value. */
import { setTimeout as sleep } from 'node:timers/promises';
import { check, show, spread } from '../harness/measure.ts';
import { seededProduct } from '../harness/seed.ts';

const maxRatio = 5;

export async function run(): Promise<void> {
  for (const shape of ['wide', 'deep'] as const) {
    const { session, stop } = await seededProduct({ shape, groups: 100_000 });
    /** Sends 50 requests a second, without waiting for responses, until it ends. */
    const latencies = async (end: Promise<unknown>) => {
      const times: number[] = [];
      const sent: Promise<void>[] = [];
      const start = performance.now();
      let isRunning = true;
      void end.then(() => (isRunning = false));
      while (isRunning) {
        await sleep(Math.max(0, start + sent.length * 20 - performance.now()));
        const begin = performance.now();
        sent.push(session.read('/authentication').then(() => void times.push(performance.now() - begin)));
      }
      await Promise.all(sent);
      return { requests: times.length, ...spread(times), seconds: (performance.now() - start) / 1_000 };
    };
    await latencies(sleep(5_000));
    const idle = await latencies(sleep(5_000));
    const accepted = await session.send('DELETE', '/groups/1');
    const ended = session.endOfJob(accepted.headers.get('location') ?? '');
    const deleting = await latencies(ended);
    show(`${shape}: ${await ended}`, { idle, deleting });
    check(deleting.p99 < maxRatio * idle.p99, `p99 less than ${maxRatio} times its idle value`);
    await stop();
  }
}
