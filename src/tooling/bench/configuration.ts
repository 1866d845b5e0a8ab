/** A configuration file of 100,000 new groups: planned, and applied, beside the API's own import of the same groups. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { cpuOf } from '../cpu-time.ts';
import { check, inTurns, option, show, type Figures } from '../harness/measure.ts';
import { signIn, startProduct } from '../harness/product.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const branches = [...Array(1_000).keys()].map((number) => `Branch ${number}`);
const description = 'x'.repeat(20);
const sites = [...Array(99).keys()].map((number) => ({ name: `Site ${number}`, description }));
const file = path.join(temporaryFolder('configuration'), 'groups.yaml');

/** CPU time of the commands that have ended (proc(5)). */
const commandsCpu = () => {
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[13]) + Number(fields[14])) * 10;
};

/** What something takes on an empty service: CPU time of the service and of commands, and time until it's done. */
async function onEmptyService(act: (url: string) => Promise<() => Promise<unknown>>): Promise<Figures> {
  const product = await startProduct({ DATA_DIR: temporaryFolder('configuration') });
  const measured = await act(product.url);
  const cpu = () => cpuOf(product.pid) + commandsCpu();
  const [before, start] = [cpu(), performance.now()];
  await measured();
  const figures = { CPU: cpu() - before, wall: performance.now() - start };
  await product.stop();
  return figures;
}

const command = (...args: string[]) =>
  onEmptyService(async (url) => {
    const { key } = await (await signIn(url)).create('/users/1/api_keys', { name: 'bench' });
    const all = ['dist/server/configuration.js', ...args, file, '--service', `${url}/api`];
    const env = { ...process.env, PALISADE_API_KEY: key };
    return () => once(spawn(process.execPath, all, { env, stdio: ['ignore', 'ignore', 'inherit'] }), 'close');
  });

export async function run(): Promise<void> {
  const below = sites.map((site) => `      - name: ${site.name}\n        description: ${site.description}\n`);
  const groups = branches.map((name) => `  - name: ${name}\n    groups:\n${below.join('')}`);
  writeFileSync(file, `palisade: 1\ngroups:\n${groups.join('')}`);
  const lines = branches.flatMap((name, index) => {
    const parent = index * (sites.length + 1) + 1;
    return [{ name }, ...sites.map((site) => ({ ...site, parent }))];
  });
  const imported = () =>
    onEmptyService(async (url) => {
      const { send, endOfJob } = await signIn(url);
      const start = async () => (await send('POST', '/group_imports', { groups: lines })).headers;
      return async () => endOfJob((await start()).get('location') ?? '');
    });
  const variants = { import: imported, plan: () => command('plan'), apply: () => command('apply', '--yes') };
  const figures = await inTurns(variants, Number(option('rounds', 2)));
  show('100,000 groups', figures);
  const wall = (name: string) => figures[name]?.['wall'] ?? 0;
  check(wall('plan') <= 5_000, 'planned in at most 5 s');
  check(wall('apply') <= 2 * wall('import'), 'applied in at most twice the time of the import');
}
