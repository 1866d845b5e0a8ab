import { connect, type Socket } from 'node:net';
import { error as errors, Session } from 'selenium-webdriver';
import type { Command, Executor } from 'selenium-webdriver/lib/command';

/** The names of Selenium's commands in Marionette. */
const names: Record<string, string> = {
  newSession: 'NewSession',
  quit: 'DeleteSession',
  get: 'Navigate',
  goBack: 'Back',
  getCurrentUrl: 'GetCurrentURL',
  getWindowHandles: 'GetWindowHandles',
  switchToWindow: 'SwitchToWindow',
  setWindowRect: 'SetWindowRect',
  executeScript: 'ExecuteScript',
  clickElement: 'ElementClick',
  sendKeysToElement: 'ElementSendKeys',
  actions: 'PerformActions',
  screenshot: 'TakeScreenshot',
  deleteAllCookies: 'DeleteAllCookies',
};

/** A response; errors are those of WebDriver. */
type Message = [type: number, id: number, error: { error: string; message: string } | null, result: unknown];

/**
 * Sends Selenium's commands over Marionette, which Firefox contains: geckodriver, which translates between both, isn't part of
 * Debian. Messages are JSON preceded by their length.
 */
export class Marionette implements Executor {
  readonly #socket: Socket;
  readonly #closed: Promise<unknown>;
  readonly #waiting = new Map<number, (message: Message) => void>();
  #received = Buffer.alloc(0);
  #sent = 0;

  constructor(port: number) {
    this.#socket = connect(port, '127.0.0.1').on('data', (chunk) => this.#receive(chunk));
    // It's also closed after an error.
    this.#socket.on('error', () => undefined);
    this.#closed = new Promise((resolve) => this.#socket.once('close', resolve));
  }

  async execute(command: Command): Promise<unknown> {
    this.#sent += 1;
    const id = this.#sent;
    const { id: element, capabilities, ...others } = command.getParameters() as Record<string, object>;
    const { alwaysMatch } = { alwaysMatch: {}, ...capabilities };
    const parameters = {
      ...others,
      ...alwaysMatch,
      ...(element && { id: Object.values(element)[0] as string }),
    };
    const body = JSON.stringify([0, id, `WebDriver:${names[command.getName()]}`, parameters]);
    const response = new Promise<Message>((resolve) => this.#waiting.set(id, resolve));
    this.#socket.write(`${Buffer.byteLength(body)}:${body}`);
    const closed = this.#closed.then(() => {
      throw new Error('Firefox has closed the connection');
    });
    const [, , error, result] = await Promise.race([response, closed]);
    if (error) errors.throwDecodedError(error);
    const { value, sessionId } = { value: result, sessionId: '', ...(result as object) };
    return command.getName() === 'newSession' ? new Session(sessionId, {}) : value;
  }

  #receive(chunk: Buffer): void {
    this.#received = Buffer.concat([this.#received, chunk]);
    for (;;) {
      const start = this.#received.indexOf(':') + 1;
      const end = start + Number.parseInt(this.#received.toString('latin1', 0, start), 10);
      if (start === 0 || this.#received.length < end) return;
      const message = JSON.parse(this.#received.toString('utf8', start, end)) as Message;
      this.#received = this.#received.subarray(end);
      // The first one is Marionette's greeting.
      if (Array.isArray(message)) this.#waiting.get(message[1])?.(message);
    }
  }
}
