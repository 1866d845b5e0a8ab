import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { escapeUnseen } from '../../contract/isolate.ts';

/** Someone, or what runs the command, has ended it. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
  /** @param exitCode as shells have it: 130 after Ctrl+C, 143 after SIGTERM */
  constructor(readonly exitCode: number) {
    super('Interrupted');
  }
}

/** Where a command reads and writes. Nothing from a file or a service can control it. */
export interface Terminal {
  /** Whether someone can answer. */
  isInteractive: boolean;
  /** A file's own text, unchanged. */
  write(text: string): void;
  line(text: string): void;
  /** Many lines in one write, because each takes time. Changes have a color on a terminal. */
  lines(texts: Iterable<string>): void;
  error(text: string): void;
  /** One more line; where there's a person, only if it's a failure, with how far it is. */
  progress(text: string, position: string): void;
  /**
   * @param how `secret`: what's typed isn't shown
   * @throws Interrupted after Ctrl+C or Ctrl+D
   */
  ask(question: string, how?: 'secret'): Promise<string>;
}

const colors: Readonly<Record<string, number>> = { '+': 32, '~': 33, '±': 33, '-': 31 };
const colored = (line: string) => `\u001B[${colors[line[0] ?? '']}m${line}\u001B[39m`;

export function processTerminal(): Terminal {
  const { stdin, stdout, stderr } = process;
  const isInteractive = stdin.isTTY && stdout.isTTY;
  const inLines = (texts: Iterable<string>) =>
    `${Array.from(texts, (text) => escapeUnseen(text)).join('\n')}\n`;
  return {
    isInteractive,
    write: (text) => stdout.write(text),
    line: (text) => stdout.write(`${escapeUnseen(text)}\n`),
    lines: (texts) => {
      const text = inLines(texts);
      stdout.write(stdout.isTTY && stdout.hasColors() ? text.replaceAll(/^[-+~±] .*/gm, colored) : text);
    },
    error: (text) => stderr.write(inLines(text.split('\n'))),
    progress: (text, position) => {
      const isFailure = !/: done( before)?$/.test(text);
      if (!stdout.isTTY || isFailure) stdout.write(`${escapeUnseen(text)}\n`);
      if (stdout.isTTY) stdout.write(`\r${position}\u001B[K\r`);
    },
    ask: async (question, how) => {
      const muted = new Writable({ write: (_chunk, _encoding, done) => done() });
      const reader = createInterface({
        input: stdin,
        output: how === 'secret' ? muted : stdout,
        terminal: true,
      });
      if (how === 'secret') stdout.write(escapeUnseen(question));
      // Ctrl+C isn't a signal while it reads, and after Ctrl+D the question would stay open.
      const closed = new Promise<never>((_resolve, reject) =>
        reader.once('close', () => reject(new Interrupted(130))),
      );
      closed.catch(() => undefined);
      try {
        return await Promise.race([closed, reader.question(how === 'secret' ? '' : escapeUnseen(question))]);
      } catch (error) {
        stdout.write('\n');
        throw error;
      } finally {
        reader.close();
        if (how === 'secret') stdout.write('\n');
      }
    },
  };
}
