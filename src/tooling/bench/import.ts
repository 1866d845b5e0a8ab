/** The longest blocks of the event loop while 100,000 groups are imported in one request, beside those of an idle service. */
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { signIn, startGateway } from '../harness/gateway.mjs';
import { check, show, type Figures } from '../harness/measure.ts';
import { onBothDatabases } from '../harness/seed.ts';
import { temporaryFolder } from '../temporary-folder.mjs';

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
  await onBothDatabases(async (database, databaseUrl) => {
    const measuring = pathToFileURL(path.resolve('src/tooling/harness/event-loop.mjs')).href;
    const environment = { NODE_OPTIONS: `--import=${measuring}`, DATABASE_URL: databaseUrl };
    const { url, child, stop } = await startGateway(temporaryFolder('import'), environment);
    const session = await signIn(url);
    /** The longest blocks since it was last called. */
    const blocks = async (what: string): Promise<Figures> => {
      child.send('report');
      const [{ busy, delay }] = (await once(child, 'message')) as [{ busy: number; delay: number }];
      return { [`${what}: CPU`]: busy, [`${what}: wall`]: delay };
    };
    await blocks('start');
    await sleep(2_000);
    const rows: Record<string, Figures> = { idle: await blocks('request') };
    await sleep(2_000);
    Object.assign(rows['idle'] ?? {}, await blocks('job'));
    for (const [name, lineOf] of Object.entries(imports)) {
      const groups = Array.from({ length: 100_000 }, (_, index) => lineOf(index));
      await blocks('between');
      const response = await session.send('POST', '/group_imports', { groups });
      const { detail } = (await response.json()) as { detail?: string[] };
      const [job, request] = [response.headers.get('location'), await blocks('request')];
      const end = job ? await session.endOfJob(job) : `${response.status} ${detail?.at(-1)}`;
      rows[`${name}: ${end}`] = { ...request, ...(job && (await blocks('job'))) };
    }
    show(`Longest blocks while importing, ${database}`, rows);
    const longest = Math.max(
      ...Object.values(rows).flatMap((row) => [row['request: CPU'] ?? 0, row['job: CPU'] ?? 0]),
    );
    check(longest <= maxBusy, `at most ${maxBusy} ms of CPU time at a time: ${longest.toFixed(1)} ms`);
    await stop();
  });
}
