import { readFileSync, readlinkSync } from 'node:fs';
import os from 'node:os';
import type { Owner } from './claim-file.mjs';

/**
 * Identifies this process for others that find its claim.
 *
 * A process id is only meaningful within one boot of one machine and one process namespace: process 1 of a container is
 * always alive, and host names repeat. Only Linux exposes these, so nothing is concluded on other systems.
 */
export function describeProcess(): Owner {
  return {
    host: os.hostname(),
    place: currentPlace(),
    pid: process.pid,
    started: statOf('self')?.started ?? null,
    since: new Date().toISOString(),
  };
}

/** Whether a process has certainly ended; false if that can't be determined. */
export function isGone({ place, pid, started }: Pick<Owner, 'place' | 'pid' | 'started'>): boolean {
  if (place === null || place !== currentPlace()) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
  // /proc may show another namespace than this process's, or hide other users' processes (proc(5), hidepid).
  if (attempt(() => readlinkSync('/proc/self')) !== String(process.pid)) return false;
  const stat = statOf(pid);
  if (!stat) return false;
  return ended.has(stat.state) || (started !== null && stat.started !== started);
}

/** Zombie and dead processes, which are still listed (proc(5)). */
const ended = new Set(['Z', 'X', 'x']);

function currentPlace(): string | null {
  const place = attempt(() => {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    // Start times are shown relative to the time namespace (time_namespaces(7)).
    const time = attempt(() => readlinkSync('/proc/self/ns/time')) ?? '';
    return [boot, readlinkSync('/proc/self/ns/pid'), time].join(' ');
  });
  return place ?? null;
}

/** State and start time, fields 3 and 22 of proc(5); the name between them may contain anything, parentheses too. */
function statOf(pid: number | 'self'): { state: string; started: string } | undefined {
  const stat = attempt(() => readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? '';
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, started] = [fields[0], fields[19]];
  return state === undefined || started === undefined ? undefined : { state, started };
}

/** What `/proc` says; undefined if the system doesn't have it. */
function attempt<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
