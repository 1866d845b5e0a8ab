import { existsSync, readFileSync, readlinkSync } from 'node:fs';
import os from 'node:os';

/**
 * Identifies this process for others that find its owner file. A process id is only meaningful in its `place`, one boot of one
 * machine and one process namespace: process 1 of a container is always alive, and host names repeat. `started` distinguishes
 * it from a later process with the same id. Only Linux exposes these, so nothing is concluded on other systems.
 */
export function describeProcess() {
  return {
    // Shown to people in a sentence, and as long in every owner file as long as the process runs.
    host:
      os
        .hostname()
        .replaceAll(/[^\w.:-]/g, '_')
        .slice(0, 255) || 'unknown',
    place: currentPlace(),
    pid: process.pid,
    started: statOf('self').started ?? null,
  };
}

/** Whether a process has certainly ended; false if that can't be determined. */
export function isGone({ place, pid, started }: Omit<ReturnType<typeof describeProcess>, 'host'>): boolean {
  if (place === null || place !== currentPlace()) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return true;
  }
  const now = statOf(pid);
  // Zombie and dead processes are still listed (proc(5)). The listing may hide other users' (hidepid).
  return now.started !== undefined && (/[ZXx]/.test(now.state ?? '') || now.started !== started);
}

function currentPlace(): string | null {
  try {
    // Otherwise /proc shows another namespace than this process's.
    if (readlinkSync('/proc/self') !== String(process.pid)) return null;
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    // Start times are shown relative to the time namespace, which Linux has since 5.6 (time_namespaces(7)).
    const namespaces = ['/proc/self/ns/pid', '/proc/self/ns/time'].filter((file) => existsSync(file));
    return [boot, ...namespaces.map((file) => readlinkSync(file))].join(' ');
  } catch {
    return null;
  }
}

/** State and start time, fields 3 and 22 of proc(5); the name between them may contain anything, parentheses too. */
function statOf(pid: number | 'self'): { state?: string | undefined; started?: string | undefined } {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const { 0: state, 19: started } = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { state, started };
  } catch {
    return {};
  }
}
