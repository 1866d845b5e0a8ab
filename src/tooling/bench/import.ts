/** The longest blocks of the event loop while 100,000 groups are imported in one request, beside those of an idle service. */
import { setTimeout as sleep } from 'node:timers/promises';
import { check, show, type Figures } from '../harness/measure.ts';
import { signIn, startProduct } from '../harness/product.ts';
import { onBothDatabases } from '../harness/seed.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const limit = 50;

/** Lines with different costs: short ones, paths of names, the largest possible body, and one in which every line is invalid. */
const imports: Record<string, (index: number) => object> = {
  flat: (index) => ({ name: `Site ${index}` }),
  nested: (index) =>
    index < 100
      ? { name: `Region ${index}` }
      : { name: `Site ${index}`, parent: [`Region ${index % 100}`], description: 'x'.repeat(40) },
  large: (index) => ({ name: `Large ${index}`, description: 'ü'.repeat(130) }),
  invalid: () => ({ name: '' }),
};

export async function run(): Promise<void> {
  await onBothDatabases(async (database, DATABASE_URL) => {
    const { url, stop } = await startProduct({ DATABASE_URL, DATA_DIR: temporaryFolder('import') });
    const session = await signIn(url);
    /** The longest block since the last call, and about 10 ms, at which the loop is looked at. */
    const longestBlock = async () => {
      const metrics = await (await fetch(`${url}/-/metrics`)).text();
      return Number(/^nodejs_eventloop_lag_max_seconds (\S+)/m.exec(metrics)?.[1]) * 1_000;
    };
    await longestBlock();
    await sleep(2_000);
    const idle = await longestBlock();
    const rows: Record<string, Figures> = { idle: { request: idle, job: idle } };
    for (const [name, lineOf] of Object.entries(imports)) {
      const groups = Array.from({ length: 100_000 }, (_, index) => lineOf(index));
      await longestBlock();
      const response = await session.send('POST', '/group_imports', { groups });
      const request = await longestBlock();
      const job = response.headers.get('location');
      if (job) await session.endOfJob(job);
      rows[name] = { request, ...(job && { job: await longestBlock() }) };
    }
    show(`Longest blocks while importing, ${database}`, rows);
    const longest = Math.max(...Object.values(rows).flatMap((row) => Object.values(row)));
    check(longest <= limit, `at most ${limit} ms at a time: ${longest.toFixed(1)} ms`);
    await stop();
  });
}
