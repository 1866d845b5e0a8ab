import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { UsernameResult } from '../../contract/oidc/username-evaluation.mjs';

export interface SandboxLimits {
  /** From the start of the evaluation. */
  milliseconds: number;
  /**
   * For the whole process, of which Node takes over 40 MiB. V8's own limits catch most excessive allocations, but
   * growing arrays and regular expressions escape them.
   */
  residentBytes: number;
}

/** How an evaluation ended: with a result, exceeding a limit, or before it started, which isn't its fault. */
export type Outcome = { result: UsernameResult } | { exceeded: 'time' | 'memory' } | { started: false };

const heap = ['--max-old-space-size=48', '--max-semi-space-size=4'];
const startMilliseconds = 15_000;
const watchMilliseconds = 20;
/** How long after the limit an evaluation ends itself, if this process is gone. */
const graceMilliseconds = 3_000;
/** The exit code of a child that ended an evaluation itself. */
const timedOut = 124;

interface Evaluation {
  started: boolean;
  exceeded?: 'time' | 'memory';
  timers: NodeJS.Timeout[];
  end(outcome: Outcome): void;
}

/** A child process that evaluates one expression at a time, until one exceeds a limit. */
export type SandboxProcess = ReturnType<typeof startSandboxProcess>;

export function startSandboxProcess(limits: SandboxLimits) {
  const script = fileURLToPath(new URL('./sandbox-child.mjs', import.meta.url));
  // No environment, because it contains secrets, and a neutral working directory.
  const orphanAfter = String(limits.milliseconds + graceMilliseconds);
  const child = spawn(process.execPath, [...heap, script, orphanAfter], {
    env: {},
    cwd: path.parse(process.execPath).root,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  let evaluation: Evaluation | undefined;
  let isAlive = true;

  /** Whether the child keeps this process alive: only while it evaluates, not while it's idle. */
  const hold = (held: boolean) => {
    for (const handle of [child, child.channel]) {
      if (held) handle?.ref();
      else handle?.unref();
    }
  };

  const kill = (exceeded?: 'time' | 'memory') => {
    if (evaluation && exceeded) evaluation.exceeded ??= exceeded;
    child.kill('SIGKILL');
  };

  const finish = (outcome: Outcome) => {
    const finished = evaluation;
    if (!finished) return;
    evaluation = undefined;
    for (const timer of finished.timers) clearTimeout(timer);
    hold(false);
    finished.end(outcome);
  };

  const watch = () => {
    if (!evaluation) return;
    evaluation.started = true;
    for (const timer of evaluation.timers) clearTimeout(timer);
    evaluation.timers = [
      setTimeout(() => kill('time'), limits.milliseconds),
      setInterval(() => {
        if (residentBytes(child.pid) > limits.residentBytes) kill('memory');
      }, watchMilliseconds),
    ];
  };

  /** If we didn't end the process and it didn't time out, it ran out of memory: V8 aborted it, or the system killed it. */
  const howItEnded = (code: number | null): Outcome => {
    if (!evaluation?.started) return { started: false };
    return { exceeded: evaluation.exceeded ?? (code === timedOut ? 'time' : 'memory') };
  };

  child.on('message', (message: 'started' | UsernameResult) => {
    if (message === 'started') watch();
    else finish({ result: message });
  });
  const exited = new Promise<void>((resolve) => {
    const onEnd = (code: number | null) => {
      isAlive = false;
      finish(howItEnded(code));
      resolve();
    };
    child.once('exit', onEnd).once('error', () => onEnd(null));
  });
  hold(false);

  return {
    isAlive: () => isAlive,
    pid: child.pid,
    /** Evaluates one request; wait for its outcome before the next one. */
    run: (request: { expression: string; claims: unknown; longest: number }) =>
      new Promise<Outcome>((resolve) => {
        const timer = setTimeout(() => kill(), startMilliseconds);
        evaluation = { started: false, timers: [timer], end: resolve };
        hold(true);
        // `exit` reports failures, too.
        if (isAlive) child.send(request, () => undefined);
        else finish({ started: false });
      }),
    /** Kills the process and waits for its exit. */
    close: async () => {
      hold(true);
      kill();
      await exited;
    },
  };
}

/** A process's memory in use; 0 if the system doesn't report it, which leaves V8's limits. */
function residentBytes(pid: number | undefined): number {
  try {
    const [, kibibytes] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kibibytes ?? 0) * 1024;
  } catch {
    return 0;
  }
}
