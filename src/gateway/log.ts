import type { Config } from './config.ts';

/** C1 control characters and Unicode's line breaks: JSON allows them, but some readers of logs break lines or worse. */
const unsafe = /[\u007F-\u009F\u2028\u2029]/g;

/** How the gateway logs: one JSON object per line for every reader, in characters that terminals don't interpret. */
export function logOptions(config: Pick<Config, 'LOG_LEVEL' | 'demo'>) {
  return {
    level: config.LOG_LEVEL ?? (config.demo ? 'warn' : 'info'),
    // URLs without their query, and no headers: codes, cookies and keys stay out of the log.
    serializers: {
      req: (request: { method: string; url: string; ip: string }) => ({
        method: request.method,
        path: request.url.split('?')[0],
        address: request.ip,
      }),
    },
    hooks: {
      streamWrite: (line: string) =>
        line.replace(unsafe, (found) => String.raw`\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`),
    },
  };
}
