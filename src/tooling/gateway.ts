/** Runs the built product in its own process. */
import { spawn, type ChildProcess } from 'node:child_process';

const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Ends a process with this one. @returns a function that ends it with a signal, and waits for its exit code */
export function owned(child: ChildProcess) {
  running.add(child);
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  void exited.then(() => running.delete(child));
  return (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal);
    return exited;
  };
}

export type Gateway = Awaited<ReturnType<typeof startGateway>>;

/**
 * Starts the built gateway, and waits for the address that it prints.
 * @param environment besides any free port
 * @param command that runs the gateway
 * @throws Error with its output if it ends
 */
export async function startGateway(
  environment: Record<string, string>,
  command: readonly string[] = [process.execPath, 'dist/server/main.js'],
) {
  const [program = '', ...args] = command;
  const child = spawn(program, args, {
    env: { PATH: process.env['PATH'], PORT: '0', DEMO_PROVIDER_PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const address = /Palisade Console\s+(https?:\/\/\S+?)\/\s/.exec(output)?.[1];
      if (address) resolve(address);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', (code) => reject(new Error(`The gateway ended with ${code}:\n${output}`)));
  });
  return {
    url,
    pid: child.pid ?? 0,
    process: child,
    /** What it has printed so far. */
    output: () => output,
    stop: owned(child),
  };
}
