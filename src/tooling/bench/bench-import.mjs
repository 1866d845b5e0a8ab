/** Measures the longest blocks of the event loop while 100,000 groups are imported in one request. */
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { conclude, ms } from './figures.mjs';
import { endOfJob, signIn, startGateway } from './gateway.mjs';
import { onBothDatabases } from './seed.mjs';
import { temporaryFolder } from '../temporary-folder.mjs';

const lineCount = 100_000;
const maxBusy = 50;

/** Imports with different costs: short lines, paths of names, and the largest possible body. */
const imports = {
  flat: () => lines((index) => ({ name: `Site ${index}` })),
  nested: () =>
    lines((index) =>
      index < 100
        ? { name: `Region ${index}` }
        : { name: `Site ${index}`, parent: [`Region ${index % 100}`], description: 'x'.repeat(40) },
    ),
  large: () => lines((index) => ({ name: `Large ${index}`, description: 'ü'.repeat(130) })),
  // A large body in which every line is invalid.
  invalid: () => lines(() => ({ name: '' })),
};

/** @param {(index: number) => object} lineOf */
function lines(lineOf) {
  return JSON.stringify({ data: { groups: Array.from({ length: lineCount }, (_, index) => lineOf(index)) } });
}

const folder = temporaryFolder('import');
const file = path.join(folder, 'event-loop.json');
/** @type {string[]} */
const exceeded = [];
await onBothDatabases(async (database, databaseUrl) => {
  const gateway = await startGateway(path.join(folder, 'data'), {
    EVENT_LOOP_FILE: file,
    NODE_OPTIONS: `--import=${pathToFileURL(path.resolve('src/tooling/bench/event-loop.mjs')).href}`,
    DATABASE_URL: databaseUrl,
  });
  const cookie = await signIn(gateway.url);
  const reading = async () => {
    rmSync(file, { force: true });
    process.kill(gateway.pid, 'SIGUSR2');
    for (;;) {
      try {
        return /** @type {{ delay: number, busy: number }} */ (JSON.parse(readFileSync(file, 'utf8')));
      } catch {
        await sleep(20);
      }
    }
  };
  for (const [name, bodyOf] of Object.entries(imports)) {
    const body = bodyOf();
    await reading();
    const headers = { cookie, 'content-type': 'application/json' };
    const response = await fetch(`${gateway.url}/api/group_imports`, { method: 'POST', headers, body });
    const location = response.headers.get('location');
    const { detail } = /** @type {{ detail?: string[] }} */ (await response.json());
    const taken = await reading();
    const message = location
      ? await endOfJob(gateway.url, cookie, location)
      : `${response.status} ${detail?.at(-1) ?? ''}`;
    const done = location ? await reading() : { delay: 0, busy: 0 };
    const megabytes = (body.length / 1e6).toFixed(1);
    process.stdout.write(
      `${database} ${name} (${megabytes} MB): request ${ms(taken.busy)} ms busy, ${ms(taken.delay)} ms delay; ` +
        `job ${ms(done.busy)} ms busy, ${ms(done.delay)} ms delay: ${message}\n`,
    );
    if (Math.max(taken.busy, done.busy) > maxBusy) exceeded.push(name);
  }
  await gateway.stop();
});
conclude(
  exceeded.length === 0,
  `at most ${maxBusy} ms at a time; exceeded by: ${exceeded.join(', ') || 'none'}`,
);
