import { connect } from 'node:net';

/** WebDriver's commands (W3C WebDriver): their name in Firefox's Marionette, and method and path over HTTP. */
const commands = {
  newSession: ['WebDriver:NewSession', 'POST', ''],
  endSession: ['WebDriver:DeleteSession', 'DELETE', ''],
  navigate: ['WebDriver:Navigate', 'POST', '/url'],
  back: ['WebDriver:Back', 'POST', '/back'],
  currentUrl: ['WebDriver:GetCurrentURL', 'GET', '/url'],
  windows: ['WebDriver:GetWindowHandles', 'GET', '/window/handles'],
  switchToWindow: ['WebDriver:SwitchToWindow', 'POST', '/window'],
  closeWindow: ['WebDriver:CloseWindow', 'DELETE', '/window'],
  resize: ['WebDriver:SetWindowRect', 'POST', '/window/rect'],
  run: ['WebDriver:ExecuteScript', 'POST', '/execute/sync'],
  click: ['WebDriver:ElementClick', 'POST', '/element/{id}/click'],
  type: ['WebDriver:ElementSendKeys', 'POST', '/element/{id}/value'],
  perform: ['WebDriver:PerformActions', 'POST', '/actions'],
  screenshot: ['WebDriver:TakeScreenshot', 'GET', '/screenshot'],
  clearCookies: ['WebDriver:DeleteAllCookies', 'DELETE', '/cookie'],
} as const;

/** The name of a command. */
export type Command = keyof typeof commands;

/** Sends a command and returns the result's value. @throws BrowserError if the browser reports an error */
export type Send = (command: Command, parameters?: Record<string, unknown>) => Promise<unknown>;

/** An error that the browser reported, with its code, such as `stale element reference`. */
export class BrowserError extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(`${code}: ${message}`);
    this.code = code;
  }
}

/** Speaks WebDriver over HTTP, as chromedriver and WebKitWebDriver do. @param origin where the driver listens */
export function overHttp(origin: string): Send {
  let session = `${origin}/session`;
  return async (command, { id = '', ...parameters } = {}) => {
    const [, method, path] = commands[command];
    const response = await fetch(session + path.replace('{id}', String(id)), {
      method,
      ...(method === 'POST' ? { body: JSON.stringify(parameters) } : {}),
    });
    // The standard defines this form.
    const { value } = (await response.json()) as { value: Record<string, string> | null };
    if (!response.ok) throw new BrowserError(value?.['error'] ?? 'unknown error', value?.['message'] ?? '');
    if (command === 'newSession') session = `${origin}/session/${value?.['sessionId']}`;
    return value;
  };
}

type MarionetteMessage = [type: number, id: number, error: Record<string, string> | null, result: unknown];

/**
 * Speaks WebDriver over Marionette, which Firefox contains; the HTTP driver, geckodriver, isn't part of Debian. Messages are
 * JSON preceded by their length.
 */
export async function overMarionette(port: number): Promise<Send> {
  const socket = connect(port, '127.0.0.1');
  const waiting = new Map<number, (message: MarionetteMessage) => void>();
  const closed = { error: 'disconnected', message: 'Firefox has closed the connection' };
  socket.on('close', () => {
    for (const [id, settle] of waiting) settle([1, id, closed, null]);
  });
  let received = Buffer.alloc(0);
  let greeted = false;
  let sent = 0;
  await new Promise<void>((resolve, reject) => {
    socket.on('error', reject);
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      for (;;) {
        const start = received.indexOf(':') + 1;
        const end = start + Number.parseInt(received.toString('latin1', 0, start), 10);
        if (start === 0 || received.length < end) return;
        const text = received.toString('utf8', start, end);
        received = received.subarray(end);
        if (greeted) {
          // The protocol defines this form.
          const message = JSON.parse(text) as MarionetteMessage;
          waiting.get(message[1])?.(message);
        } else {
          greeted = true;
          resolve();
        }
      }
    });
  });
  return async (command, parameters = {}) => {
    sent += 1;
    const id = sent;
    const capabilities = parameters['capabilities'] as { alwaysMatch: object } | undefined;
    const body = JSON.stringify([0, id, commands[command][0], capabilities?.alwaysMatch ?? parameters]);
    const [, , error, result] = await new Promise<MarionetteMessage>((resolve) => {
      waiting.set(id, resolve);
      socket.write(`${Buffer.byteLength(body)}:${body}`);
    });
    waiting.delete(id);
    if (error) throw new BrowserError(error['error'] ?? 'unknown error', error['message'] ?? '');
    return typeof result === 'object' && result !== null && 'value' in result ? result.value : result;
  };
}
