/**
 * Runs a TypeScript file of `src/tooling`: `run.mjs test`, `run.mjs bench NAME`. Without a name, lists the files of the folder.
 */
import { existsSync, readdirSync } from 'node:fs';
import { register } from 'node:module';

const [what = '', name = ''] = process.argv.slice(2);
const file = [`${what}.ts`, `${what}/${name}.ts`].find((each) => existsSync(`src/tooling/${each}`));
if (file) {
  process.setSourceMapsEnabled(true);
  register('./typescript-hooks.mjs', import.meta.url);
  const { run } = await import(new URL(file, import.meta.url).href);
  if (run) {
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
    await run();
    // Also ends the processes that it has started, and removes its folders.
    process.exit();
  }
} else {
  const names = readdirSync(`src/tooling/${what}`).map((each) => each.replace('.ts', ''));
  process.stdout.write(`npm run ${what} -- NAME, with one of these:\n${names.join('\n')}\n`);
  process.exitCode = name === '' ? 0 : 1;
}
