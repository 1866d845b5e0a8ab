import { spawn } from 'node:child_process';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { stepLimit } from '../../../tooling/time-limits.ts';
import { claimFolder, type ClaimOptions } from './claim.ts';
import { isOwned } from './owner-file.mjs';
import { temporaryFolder } from '../../../tooling/temporary-folder.ts';
import { describeProcess, isGone } from './process-identity.ts';

type Claim = Awaited<ReturnType<typeof claimFolder>>;

const claims: Claim[] = [];
const folder = () => temporaryFolder('claim');
afterEach(async () => {
  for (const made of claims.splice(0)) await made.release();
});

/** Beats often, so that a living owner is soon seen, and waits until one is: the product waits for half a minute. */
const patience = { beatMilliseconds: 20, silentMilliseconds: stepLimit };
/** For owners that show no sign of life. */
const silentMilliseconds = 2_000;

async function claim(dataDir: string, options: ClaimOptions = {}): Promise<Claim> {
  const made = await claimFolder(dataDir, { ...patience, ...options });
  claims.push(made);
  return made;
}

/** Writes the owner file of another process. */
function writeOwner(dataDir: string, owner: Partial<ReturnType<typeof describeProcess>>, beat = 7): void {
  writeFileSync(path.join(dataDir, 'owner-other'), JSON.stringify({ ...describeProcess(), ...owner, beat }));
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

  it('recognizes a living owner whose host has an unusual name', async () => {
    const hostname = vi.spyOn(os, 'hostname').mockReturnValue('BÜRO-PC');
    const dataDir = folder();
    await claim(dataDir);
    await expect(claim(dataDir)).rejects.toThrow(`(process ${process.pid} on B_RO-PC)`);
    hostname.mockRestore();
  });

  it.runIf(process.platform === 'linux')('takes over from an ended process without waiting', async () => {
    const dataDir = folder();
    writeOwner(dataDir, { pid: await endedProcess() });
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
    writeOwner(dataDir, elsewhere);
    const waits: string[] = [];
    await claim(dataDir, { silentMilliseconds, onWait: (sentence) => waits.push(sentence) });
    expect(waits).toEqual([
      `The data folder ${dataDir} may still be in use by process 1 on web-1: waiting up to 2 s for a sign of life`,
    ]);
    expect(owners(dataDir)).toHaveLength(1);
  });

  it('is rejected for a remote owner whose heartbeat changes its file', async () => {
    const dataDir = folder();
    let beat = 0;
    const beating = setInterval(() => writeOwner(dataDir, elsewhere, (beat += 1)), 100);
    writeOwner(dataDir, elsewhere, beat);
    await expect(claim(dataDir)).rejects.toThrow('in use by another process (process 1 on web-1)');
    clearInterval(beating);
  });

  it("isn't taken over while its owner may still be looking for others", async () => {
    const dataDir = folder();
    writeOwner(dataDir, elsewhere, 0);
    const claiming = claim(dataDir);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(owners(dataDir)).toEqual(['owner-other']);
    // It has seen another one, and withdraws.
    rmSync(path.join(dataDir, 'owner-other'));
    await claiming;
  });

  it.each(['', '{"host":', '{"host":"x","pid":-1}', 'null'])(
    "waits for a claim that it can't read: %j",
    async (text) => {
      const dataDir = folder();
      writeFileSync(path.join(dataDir, 'owner-other'), text);
      const waits: string[] = [];
      await claim(dataDir, { silentMilliseconds, onWait: (sentence) => waits.push(sentence) });
      expect(waits).toHaveLength(1);
    },
  );

  it('is won by one of several concurrent starts, even over an abandoned claim', async () => {
    for (const pid of [undefined, await endedProcess()]) {
      const dataDir = folder();
      if (pid !== undefined) writeOwner(dataDir, { pid });
      const results = await Promise.allSettled(Array.from({ length: 5 }, () => claim(dataDir)));
      const refused = results.filter((result) => result.status === 'rejected');
      expect(refused.map(({ reason }) => String(reason))).toEqual(
        Array.from({ length: 4 }, () => expect.stringContaining('is in use by another process')),
      );
      expect(owners(dataDir)).toHaveLength(1);
    }
  });

  it('is lost with its file, which another process deletes', async () => {
    const dataDir = folder();
    const onLost = vi.fn<(error: Error) => void>();
    const { file } = await claim(dataDir, { onLost });
    expect(isOwned(file)).toBe(true);
    rmSync(file);
    expect(isOwned(file)).toBe(false);
    await expect.poll(() => onLost.mock.lastCall?.[0].message).toContain('no longer belongs to this process');
    expect(owners(dataDir)).toEqual([]);
  });
});
