import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { UsernameResult } from '../../contract/oidc/username-evaluation.mjs';

/** The limits of an evaluation. */
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
/** Far more than any result. */
const maxOutput = 64 * 1024;

interface Evaluation {
  started: boolean;
  exceeded?: 'time' | 'memory';
  timers: NodeJS.Timeout[];
  end(outcome: Outcome): void;
}

/** A child process that evaluates one expression at a time, until one exceeds a limit. */
export class SandboxProcess {
  readonly #child: ChildProcess;
  readonly #stdin: Socket;
  readonly #stdout: Socket;
  readonly #limits: SandboxLimits;
  readonly #exited: Promise<void>;
  #evaluation: Evaluation | undefined;
  #output = '';
  #alive = true;

  constructor(limits: SandboxLimits) {
    this.#limits = limits;
    const script = fileURLToPath(new URL('./sandbox-child.mjs', import.meta.url));
    // No environment, because it contains secrets, and a neutral working directory.
    const orphanAfter = String(limits.milliseconds + graceMilliseconds);
    this.#child = spawn(process.execPath, [...heap, script, orphanAfter], {
      env: {},
      cwd: path.parse(process.execPath).root,
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    // Pipes to another process are sockets.
    this.#stdin = this.#child.stdin as Socket;
    this.#stdout = this.#child.stdout as Socket;
    this.#stdout.setEncoding('utf8').on('data', (text: string) => this.#read(text));
    // `exit` reports it too.
    this.#stdin.on('error', () => undefined);
    this.#exited = new Promise((resolve) => {
      const onEnd = (code: number | null) => {
        this.#alive = false;
        this.#finish(this.#howItEnded(code));
        resolve();
      };
      this.#child.once('exit', onEnd).once('error', () => onEnd(null));
    });
    this.#hold(false);
  }

  get alive(): boolean {
    return this.#alive;
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Evaluates one request, a line of JSON; wait for its outcome before the next one. */
  run(request: string): Promise<Outcome> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#kill(), startMilliseconds);
      this.#evaluation = { started: false, timers: [timer], end: resolve };
      this.#hold(true);
      if (this.#alive) this.#stdin.write(`${request}\n`);
      else this.#finish({ started: false });
    });
  }

  /** Kills the process and waits for its exit. */
  async close(): Promise<void> {
    this.#hold(true);
    this.#kill();
    await this.#exited;
  }

  #read(text: string): void {
    this.#output += text;
    const lines = this.#output.split('\n');
    this.#output = lines.pop() ?? '';
    for (const line of lines) {
      if (line === 'started') this.#watch();
      else this.#finish({ result: JSON.parse(line) as UsernameResult });
    }
    if (this.#output.length > maxOutput) this.#kill('memory');
  }

  #watch(): void {
    const evaluation = this.#evaluation;
    if (!evaluation) return;
    evaluation.started = true;
    for (const timer of evaluation.timers) clearTimeout(timer);
    evaluation.timers = [
      setTimeout(() => this.#kill('time'), this.#limits.milliseconds),
      setInterval(() => {
        if (residentBytes(this.#child.pid) > this.#limits.residentBytes) this.#kill('memory');
      }, watchMilliseconds),
    ];
  }

  #kill(exceeded?: 'time' | 'memory'): void {
    if (this.#evaluation && exceeded) this.#evaluation.exceeded ??= exceeded;
    this.#child.kill('SIGKILL');
  }

  /** If we didn't end the process and it didn't time out, it ran out of memory: V8 aborted it, or the system killed it. */
  #howItEnded(code: number | null): Outcome {
    if (!this.#evaluation?.started) return { started: false };
    return { exceeded: this.#evaluation.exceeded ?? (code === timedOut ? 'time' : 'memory') };
  }

  #finish(outcome: Outcome): void {
    const evaluation = this.#evaluation;
    if (!evaluation) return;
    this.#evaluation = undefined;
    for (const timer of evaluation.timers) clearTimeout(timer);
    this.#hold(false);
    evaluation.end(outcome);
  }

  /** Whether the child keeps this process alive: only while it evaluates, not while it's idle. */
  #hold(held: boolean): void {
    for (const handle of [this.#child, this.#stdin, this.#stdout]) {
      if (held) handle.ref();
      else handle.unref();
    }
  }
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
