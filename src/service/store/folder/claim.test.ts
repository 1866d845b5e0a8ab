import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { stepLimit } from '../../../tooling/time-limits.ts';
import { claimText, keepClaim, type Owner } from './claim-file.mjs';
import { claimFolder, removeUnchanged, type Claim } from './claim.ts';
import { describeProcess, isGone } from './process-identity.ts';

const folders: string[] = [];
const claims: Claim[] = [];
function folder(): string {
  const name = mkdtempSync(path.join(os.tmpdir(), 'palisade-claim-'));
  folders.push(name);
  return name;
}
afterEach(async () => {
  for (const made of claims.splice(0)) await made.release();
  for (const name of folders.splice(0)) rmSync(name, { recursive: true, force: true });
});

/** Beats often, so that a living owner is soon seen, and waits until one is: the product waits for half a minute. */
const patience = { beatMilliseconds: 20, silentMilliseconds: stepLimit };
/** For owners that show no sign of life. */
const silentMilliseconds = 2_000;

async function claim(dataDir: string, events: Parameters<typeof claimFolder>[1] = {}): Promise<Claim> {
  const made = await claimFolder(dataDir, { ...patience, ...events });
  claims.push(made);
  return made;
}

/** Leaves the claim of an owner that shows no sign of life. */
function abandon(
  dataDir: string,
  owner: Partial<Owner>,
  name = '00000000-0000-4000-8000-000000000000',
): void {
  const text = claimText({ ...describeProcess(), ...owner }, 7n);
  writeFileSync(path.join(dataDir, `owner-${name}`), text);
}

const owners = (dataDir: string) => readdirSync(dataDir).filter((name) => name.startsWith('owner-'));

/** The id of a process that has ended. */
async function endedProcess(): Promise<number> {
  const child = spawn(process.execPath, ['--version']);
  await new Promise((resolve) => child.once('exit', resolve));
  return child.pid ?? 0;
}

const elsewhere = { host: 'web-1', place: 'another machine or container', pid: 1 };

describe('the claim on a data folder', () => {
  it('rejects a second owner while the first is alive, and is removed with it', async () => {
    const dataDir = folder();
    const first = await claim(dataDir);
    await expect(claim(dataDir)).rejects.toThrow(
      `The data folder ${dataDir} is in use by another process (process ${process.pid} on ${os.hostname()})`,
    );
    expect(owners(dataDir)).toHaveLength(1);
    await first.release();
    expect(owners(dataDir)).toEqual([]);
  });

  it.runIf(process.platform === 'linux')('takes over from an ended process without waiting', async () => {
    const dataDir = folder();
    abandon(dataDir, { pid: await endedProcess() });
    const waits: string[] = [];
    await claim(dataDir, { onWait: (sentence) => waits.push(sentence) });
    expect(waits).toEqual([]);
    expect(owners(dataDir)).toHaveLength(1);
  });

  it.runIf(process.platform === 'linux')(
    'distinguishes a process from an earlier one with the same ID',
    () => {
      const self = describeProcess();
      expect(isGone(self)).toBe(false);
      expect(isGone({ ...self, started: '1' })).toBe(true);
      // Process 1 of a container is always alive, and says nothing about that of another.
      expect(isGone({ ...self, place: 'another container', started: '1' })).toBe(false);
      expect(isGone({ ...self, place: null })).toBe(false);
    },
  );

  it('waits for silence from a remote owner, and reports it', async () => {
    const dataDir = folder();
    abandon(dataDir, elsewhere);
    const waits: string[] = [];
    await claim(dataDir, { silentMilliseconds, onWait: (sentence) => waits.push(sentence) });
    expect(waits).toEqual([
      `The data folder ${dataDir} may still be in use by process 1 on web-1: waiting up to 2 s for a sign of life`,
    ]);
    expect(owners(dataDir)).toHaveLength(1);
  });

  it("relies only on the heartbeat, not on the owner's clock", async () => {
    const dataDir = folder();
    const file = path.join(dataDir, 'owner-00000000-0000-4000-8000-000000000000');
    let beat = 0n;
    const owner = { ...describeProcess(), ...elsewhere };
    const write = () => {
      beat += 1n;
      writeFileSync(file, claimText(owner, beat).replace(/"at":"[^"]*"/, '"at":"1970-01-01T00:00:00.000Z"'));
    };
    write();
    const beating = setInterval(write, 100);
    await expect(claim(dataDir)).rejects.toThrow('in use by another process (process 1 on web-1)');
    clearInterval(beating);
  });

  it.each(['', '{"host":', '{"host":"x","pid":-1}', 'null'])(
    "waits for a claim that it can't read: %j",
    async (text) => {
      const dataDir = folder();
      writeFileSync(path.join(dataDir, 'owner-00000000-0000-4000-8000-000000000000'), text);
      const waits: string[] = [];
      await claim(dataDir, { silentMilliseconds, onWait: (sentence) => waits.push(sentence) });
      expect(waits).toHaveLength(1);
    },
  );

  it('is won by one of several concurrent starts, even over an abandoned claim', async () => {
    for (const pid of [undefined, await endedProcess()]) {
      const dataDir = folder();
      if (pid !== undefined) abandon(dataDir, { pid });
      const results = await Promise.allSettled(Array.from({ length: 5 }, () => claim(dataDir)));
      const refused = results.filter((result) => result.status === 'rejected');
      expect(refused.map(({ reason }) => String(reason))).toEqual(
        Array.from({ length: 4 }, () => expect.stringContaining('is in use by another process')),
      );
      expect(owners(dataDir)).toHaveLength(1);
    }
  });

  it('is lost with its file: the owner is notified and stops renewing', async () => {
    const dataDir = folder();
    let reportLoss: (error: Error) => void = () => undefined;
    const loss = new Promise<Error>((resolve) => {
      reportLoss = resolve;
    });
    const { claimed } = await claim(dataDir, { onLost: reportLoss });
    const keeper = keepClaim(claimed);
    expect(keeper.holds()).toBe(true);
    // As another process does that has waited long enough.
    renameSync(claimed.file, `${claimed.file}.silent`);
    expect((await loss).message).toContain('no longer belongs to this process');
    expect([keeper.holds(), keeper.renew()]).toEqual([false, false]);
    expect(readdirSync(dataDir).filter((name) => !name.endsWith('.silent'))).toEqual([]);
  });

  it("isn't removed if its owner renews it while it's set aside", async () => {
    const dataDir = folder();
    const { claimed } = await claim(dataDir, { beatMilliseconds: 600_000 });
    const found = readFileSync(claimed.file, 'utf8');
    // Between the last look at it and setting it aside.
    expect(keepClaim(claimed).renew()).toBe(true);
    const renewed = readFileSync(claimed.file, 'utf8');
    expect(renewed).not.toBe(found);
    expect(await removeUnchanged(claimed.file, found)).toBe(false);
    expect(owners(dataDir)).toEqual([path.basename(claimed.file)]);
    expect(readFileSync(claimed.file, 'utf8')).toBe(renewed);
    expect(keepClaim(claimed).renew()).toBe(true);
    const last = readFileSync(claimed.file, 'utf8');
    expect(await removeUnchanged(claimed.file, last)).toBe(true);
    expect(owners(dataDir)).toEqual([]);
  });

  it('reads the file again after a pause or a clock jump', async () => {
    const dataDir = folder();
    const { claimed } = await claim(dataDir, { beatMilliseconds: 600_000 });
    const cells = new BigInt64Array(claimed.pulse);
    const written = readFileSync(claimed.file, 'utf8');
    for (const [cell, shift] of [
      [0, -20_000n],
      [1, -20_000n],
      [1, 3_600_000n],
    ] as const) {
      Atomics.add(cells, cell, shift);
      expect(keepClaim(claimed).holds()).toBe(true);
    }
    expect(readFileSync(claimed.file, 'utf8')).not.toBe(written);
    expect(JSON.parse(readFileSync(claimed.file, 'utf8'))).toMatchObject({ beat: '000000000004' });
    Atomics.add(cells, 0, -20_000n);
    rmSync(claimed.file);
    expect(keepClaim(claimed).holds()).toBe(false);
  });
});
