/** CPU time of processes and of all that they start, in milliseconds of user and kernel mode. NaN on other systems than Linux. */
import { appendFileSync, readdirSync, readFileSync } from 'node:fs';

interface Usage {
  parent: number;
  own: number;
  /** Of the children that have ended and that it has waited for, and of theirs. */
  ended: number;
}

const clockTick = 10;

/** All processes by ID (proc(5)). */
function readUsages(): Map<number, Usage> {
  const usages = new Map<number, Usage>();
  if (process.platform !== 'linux') return usages;
  for (const pid of readdirSync('/proc').map(Number).filter(Number.isInteger)) {
    try {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ').map(Number);
      const [, parent = 0, , , , , , , , , , user = 0, kernel = 0, ended = 0, endedKernel = 0] = fields ?? [];
      usages.set(pid, { parent, own: (user + kernel) * clockTick, ended: (ended + endedKernel) * clockTick });
    } catch {
      // It has ended since.
    }
  }
  return usages;
}

/** The processes that are known, and all that they've started. */
function startedBy(isKnown: (pid: number) => boolean, usages: Map<number, Usage>): Map<number, Usage> {
  const isStarted = (pid: number): boolean => {
    const parent = usages.get(pid)?.parent;
    return isKnown(pid) || (parent !== undefined && isStarted(parent));
  };
  return new Map([...usages].filter(([pid]) => isStarted(pid)));
}

const total = (usages: Map<number, Usage>) =>
  process.platform === 'linux'
    ? [...usages.values()].reduce((sum, { own, ended }) => sum + own + ended, 0)
    : Number.NaN;

/** What a process and all that it has started took until now. */
export const cpuOf = (root: number) => total(startedBy((pid) => pid === root, readUsages()));

const meters = new Set<(usages: Map<number, Usage>) => void>();
let timer: NodeJS.Timeout | undefined;
const lookAtAll = () => {
  const usages = readUsages();
  for (const look of meters) look(usages);
};

/**
 * Measures a child of this process until it has ended, or this process. It's exact for processes that their parent waits for; of others,
 * such as those that end together with a browser, it lacks what they take after the last look.
 * @returns stops, and returns the CPU time
 */
export function meterCpu(root: number): () => number {
  let known = new Map<number, Usage>();
  let waited = 0;
  let lost = 0;
  const look = (usages: Map<number, Usage>) => {
    const now = startedBy((pid) => pid === root || known.has(pid), usages);
    const before = waited;
    waited = usages.get(process.pid)?.ended ?? 0;
    let gone = 0;
    for (const [pid, { own, ended }] of known) {
      const usage = now.get(pid);
      // A child that's gone is part of this if its parent waited for it.
      gone += usage ? ended - usage.ended : own + ended;
    }
    const isOver = known.has(root) && !now.has(root);
    lost += Math.max(0, gone, isOver ? waited - before : 0);
    known = now;
  };
  meters.add(look);
  lookAtAll();
  timer ??= setInterval(lookAtAll, 500).unref();
  return () => {
    lookAtAll();
    meters.delete(look);
    return total(known) + lost;
  };
}

export interface FileTime {
  lane: string;
  file: string;
  /** In milliseconds. */
  cpu: number;
  wall: number;
}

/** By worker. Global, because tests may reset modules. */
const global = globalThis as { fileTimes?: Map<string, { cpu: number; wall: number }> };

/**
 * If `FILE_TIMES` names a file, adds to it what a test file took: all since the one before.
 * @param worker that runs one file at a time, if there are several in this process
 * @param cpu of that worker; of this process by default
 */
export function recordFile(lane: string, file: string, worker = '', cpu?: number): void {
  const times = process.env['FILE_TIMES'];
  if (!times) return;
  const last = (global.fileTimes ??= new Map());
  const before = last.get(worker) ?? { cpu: 0, wall: 0 };
  const now = { cpu: cpu ?? cpuOf(process.pid), wall: performance.now() };
  const time: FileTime = { lane, file, cpu: now.cpu - before.cpu, wall: now.wall - before.wall };
  appendFileSync(times, `${JSON.stringify(time)}\n`);
  last.set(worker, now);
}
