import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { stepLimit } from '../../tooling/time-limits.ts';
import { createExpressionSandbox } from './expression-sandbox.ts';

type Sandbox = ReturnType<typeof createExpressionSandbox>;

/** By default, its time limits are so long that no expression here exceeds them. */
function start(options: Parameters<typeof createExpressionSandbox>[0] = {}): Sandbox {
  const patience = { milliseconds: stepLimit, waitMilliseconds: stepLimit };
  const sandbox = createExpressionSandbox({ ...patience, ...options });
  onTestFinished(() => sandbox.close());
  return sandbox;
}

const claims = { email: 'ann@acme.example', list: Array.from({ length: 3000 }, () => 'x') };
const innocent = "split(email, '@')[0]";
// Long, and small: 3,000 to the power of four steps on arrays of 3,000 members.
const endless =
  'length(map(&length(map(&length(map(&length(map(&length(@), $.list)), $.list)), $.list)), $.list))';
const tooMuch = { kind: 'failed', reason: 'it needs too much memory' };

const isAlive = (pid: number | undefined) => {
  try {
    return pid !== undefined && process.kill(pid, 0);
  } catch {
    return false;
  }
};

it.each([
  ['padding that is split', "pad_left('a',`50000000`,'x')|split(@,'')"],
  ['a regular expression of ten million characters', "trim('a',pad_left('a',`10000000`,'x'))"],
  ['a list that grows eightfold', `@${' | [@,@,@,@,@,@,@,@][]'.repeat(10)}`],
])(
  'an expression that needs too much memory ends its process and nothing else: %s',
  async (_, expression) => {
    const sandbox = start();
    let served = 0;
    const others = setInterval(() => (served += 1), 10);
    const result = sandbox.apply(expression, claims);
    expect(await result).toEqual(tooMuch);
    clearInterval(others);
    expect(served).toBeGreaterThan(0);
    expect(await sandbox.apply(innocent, claims)).toEqual({ kind: 'login', login: 'ann' });
  },
);

describe('the process of the sandbox', () => {
  it('is killed and replaced when an expression times out, counted from its start', async () => {
    const sandbox = start({ milliseconds: 500 });
    expect(await sandbox.apply(innocent, claims)).toEqual({ kind: 'login', login: 'ann' });
    const first = sandbox.pid();
    expect(await sandbox.apply(endless, claims)).toEqual({ kind: 'failed', reason: 'it takes too long' });
    expect(isAlive(first)).toBe(false);
    expect(isAlive(sandbox.pid())).toBe(true);
  });

  it('is reused while expressions stay within the limits', async () => {
    const sandbox = start();
    await sandbox.apply(innocent, claims);
    const first = sandbox.pid();
    await Promise.all([
      sandbox.apply('lower(nothing)', claims),
      ...Array.from({ length: 50 }, () => sandbox.apply(innocent, claims)),
    ]);
    expect(sandbox.pid()).toBe(first);
  });

  it('neither fails nor blocks other evaluations because of one that exceeds a limit', async () => {
    const sandbox = start({ milliseconds: 500 });
    const order: string[] = [];
    const note = async (name: string, expression: string) => {
      const result = await sandbox.apply(expression, claims);
      order.push(name);
      return result;
    };
    const hostile = Array.from({ length: 4 }, () => note('hostile', endless));
    const others = Array.from({ length: 20 }, (_, index) => note('other', `${innocent} || 'x${index}'`));
    expect(await Promise.all(others)).toEqual(others.map(() => ({ kind: 'login', login: 'ann' })));
    expect(await Promise.all(hostile)).toEqual(
      hostile.map(() => ({ kind: 'failed', reason: 'it takes too long' })),
    );
    expect(order.slice(-2)).toEqual(['hostile', 'hostile']);
  });

  it('is restarted if it ended while idle', async () => {
    const sandbox = start();
    await sandbox.apply(innocent, claims);
    process.kill(sandbox.pid() ?? 0, 'SIGKILL');
    expect(await sandbox.apply(innocent, claims)).toEqual({ kind: 'login', login: 'ann' });
  });

  it('ignores signals that a terminal sends to all processes', async () => {
    const sandbox = start();
    await sandbox.apply(innocent, claims);
    const pid = sandbox.pid();
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.kill(pid ?? 0, signal);
    expect(await sandbox.apply(innocent, claims)).toEqual({ kind: 'login', login: 'ann' });
    expect(sandbox.pid()).toBe(pid);
  });

  it("doesn't inherit its parent's environment or files", async () => {
    process.env['SECRET_KEY_OF_THE_PARENT'] = 'canary';
    const held = readdirSync('/proc/self/fd').map((name) => targetOf('self', name));
    const sandbox = start();
    await sandbox.apply(innocent, claims);
    delete process.env['SECRET_KEY_OF_THE_PARENT'];
    const pid = sandbox.pid();
    // Only where Node finds the channel.
    const variables = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
    expect(variables.filter((each) => each && !each.startsWith('NODE_CHANNEL_'))).toEqual([]);
    const files = readdirSync(`/proc/${pid}/fd`).map((name) => targetOf(String(pid), name));
    const shared = files.filter(
      (file) => /^(\/|socket:)/.test(file) && file !== '/dev/null' && held.includes(file),
    );
    expect(shared).toEqual([]);
  });

  it('ends when the sandbox is closed, which rejects later evaluations', async () => {
    const sandbox = start();
    await sandbox.apply(innocent, claims);
    const pid = sandbox.pid();
    await new Promise(setImmediate);
    const last = sandbox.apply(innocent, claims);
    await sandbox.close();
    expect(await last).toEqual({ kind: 'login', login: 'ann' });
    expect(isAlive(pid)).toBe(false);
    await expect(sandbox.apply(innocent, claims)).rejects.toThrow('shutting down');
  });

  it('limits the number of waiting expressions', async () => {
    const sandbox = start({ maxWaiting: 2 });
    const all = await Promise.allSettled(Array.from({ length: 5 }, () => sandbox.apply(innocent, claims)));
    expect(all.map(({ status }) => status)).toContain('rejected');
    expect(all.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThanOrEqual(2);
    expect(await sandbox.apply(innocent, claims)).toEqual({ kind: 'login', login: 'ann' });
  });
});

function targetOf(pid: string, name: string): string {
  try {
    return readlinkSync(`/proc/${pid}/fd/${name}`);
  } catch {
    return '';
  }
}

/** A process that has a child of the sandbox, idle or at work, as its own. */
async function parentOf(request: string) {
  const child = new URL('./sandbox-child.mjs', import.meta.url).pathname;
  const source = `
    const child = require('node:child_process').spawn(process.execPath, [${JSON.stringify(child)}, '500'],
      { env: {}, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
    child.once('message', () => console.log(child.pid));
    child.send(${request});`;
  const parent = spawn(process.execPath, ['-e', source], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [pid] = (await once(parent.stdout, 'data')) as [Buffer];
  return { parent, pid: Number(pid.toString()) };
}

it.each([
  ['idle', JSON.stringify({ expression: innocent, claims, longest: 255 })],
  ['at work', JSON.stringify({ expression: endless, claims, longest: 255 })],
])('a child that is %s ends when its parent was killed', async (_, request) => {
  const { parent, pid } = await parentOf(request);
  expect(isAlive(pid)).toBe(true);
  parent.kill('SIGKILL');
  await expect.poll(() => isAlive(pid)).toBe(false);
});
