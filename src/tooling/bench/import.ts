/** The longest blocks of the event loop while 100,000 groups are imported in one request, beside those of an idle service. */
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { check, show, type Figures } from '../harness/measure.ts';
import { signIn, startProduct } from '../harness/product.ts';
import { onBothDatabases } from '../harness/seed.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const maxBusy = 50;

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
    const NODE_OPTIONS = `--import=${path.resolve('src/tooling/harness/event-loop.mjs')}`;
    const settings = { NODE_OPTIONS, DATABASE_URL, DATA_DIR: temporaryFolder('import') };
    const { url, process: gateway, stop } = await startProduct(settings);
    const session = await signIn(url);
    /** The longest blocks since the last report. */
    const report = async (): Promise<Record<'busy' | 'delay', number>> => {
      gateway.send('report');
      return (await once(gateway, 'message'))[0];
    };
    const blocks = async (what: string, act: () => Promise<unknown>): Promise<Figures> => {
      await report();
      await act();
      const { busy, delay } = await report();
      return { [`${what}: CPU`]: busy, [`${what}: wall`]: delay };
    };
    const rows: Record<string, Figures> = { idle: await blocks('request', () => sleep(2_000)) };
    for (const [name, lineOf] of Object.entries(imports)) {
      const groups = Array.from({ length: 100_000 }, (_, index) => lineOf(index));
      let job = '';
      const request = await blocks('request', async () => {
        job = (await session.send('POST', '/group_imports', { groups })).headers.get('location') ?? '';
      });
      rows[name] = { ...request, ...(job && (await blocks('job', () => session.endOfJob(job)))) };
    }
    show(`Longest blocks while importing, ${database}`, rows);
    const cpus = Object.values(rows).flatMap((row) => [row['request: CPU'] ?? 0, row['job: CPU'] ?? 0]);
    const longest = Math.max(...cpus);
    check(longest <= maxBusy, `at most ${maxBusy} ms of CPU time at a time: ${longest.toFixed(1)} ms`);
    await stop();
  });
}
