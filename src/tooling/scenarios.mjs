/** Runs `npm run bench -- NAME` and `npm run soak -- NAME`. Without a name, lists them. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { runnerImport } from 'vite';

const [folder = 'bench', name = ''] = process.argv.slice(2);
const names = readdirSync(path.join('src/tooling', folder)).map((file) => path.parse(file).name);
if (names.includes(name)) {
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
  const { module } = await runnerImport(`/src/tooling/${folder}/${name}.ts`);
  await /** @type {{ run(): Promise<void> }} */ (module).run();
  // Also ends the processes that the scenario has started, and removes its folders.
  process.exit();
}
process.stdout.write(`npm run ${folder} -- NAME, with one of these:\n${names.join('\n')}\n`);
process.exitCode = name === '' ? 0 : 1;
