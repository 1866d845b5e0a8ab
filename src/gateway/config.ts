import { accessSync, constants, readFileSync } from 'node:fs';
import * as z from 'zod';
import { limits } from '../contract/limits.ts';
import { absoluteUrl } from '../contract/urls.ts';
import { versions } from '../contract/versions.ts';

const port = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a port from 0 to 65535')
  .transform(Number)
  .refine((value) => value <= 65_535, 'must be a port from 0 to 65535');
const flag = z.enum(['true', 'false'], 'must be true or false').transform((value) => value === 'true');
const file = z.string().refine(isReadable, 'must name a file that can be read');
const httpUrl = z
  .string()
  .refine((value) => /^https?:$/.test(absoluteUrl(value)?.protocol ?? ''), {
    error: 'must be an http or https URL',
    abort: true,
  })
  .refine(
    (value) => new URL(value).username === '' && new URL(value).password === '',
    'must not contain credentials',
  );

/** @param standard the default, as `--help` prints it */
function setting<Rule extends z.ZodType>(rule: Rule, meaning: string, standard = '') {
  return { rule, meaning, standard };
}

/** Every setting. */
export const settings = {
  HOST: setting(
    z.string().min(1, 'must not be empty').default('127.0.0.1'),
    'address to listen on',
    '127.0.0.1',
  ),
  PORT: setting(port.default(8080), 'port to listen on; 0 picks a free one', '8080'),
  PUBLIC_URL: setting(httpUrl.optional(), 'URL at which browsers reach the gateway', 'http://localhost:PORT'),
  TLS_CERT: setting(file.optional(), 'certificate chain (PEM file); with TLS_KEY the gateway speaks HTTPS'),
  TLS_KEY: setting(file.optional(), 'private key of TLS_CERT (PEM file)'),
  TRUST_PROXY: setting(
    z.string().min(1, 'must not be empty').optional(),
    'addresses of reverse proxies whose X-Forwarded headers are trusted (comma-separated, CIDR allowed)',
  ),
  SERVICE_URL: setting(httpUrl.optional(), 'base URL of a remote service; default: the embedded service'),
  SERVICE_CA: setting(file.optional(), 'certificate authority of the remote service (PEM file)'),
  SERVICE_INSECURE_TLS: setting(
    flag.default(false),
    'true accepts any certificate of the remote service; for tests only',
    'false',
  ),
  DATA_DIR: setting(
    z.string().min(1, 'must not be empty').default('./data'),
    'folder of the embedded database',
    './data',
  ),
  DATABASE_URL: setting(
    z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// URL' }).optional(),
    'PostgreSQL 15 or newer, instead of the embedded database',
  ),
  SECRET_KEY: setting(
    z.string().min(32, 'must be at least 32 characters').optional(),
    'encrypts secrets at rest; the same for every instance on one database',
    'a key file in DATA_DIR',
  ),
  OUTBOUND_ALLOW: setting(
    z
      .string()
      .regex(/^[\w.:[\]-]+(\s*,\s*[\w.:[\]-]+)*$/, 'must be host names, separated by commas')
      .transform((value) => value.toLowerCase().split(/\s*,\s*/))
      .optional(),
    'hosts of OIDC providers that may have loopback or link-local addresses (comma-separated)',
  ),
  OUTBOUND_INSECURE_TLS: setting(
    flag.default(false),
    'true accepts any certificate of OIDC providers; for tests only',
    'false',
  ),
  METRICS_TOKEN: setting(
    z
      .string()
      .regex(/^\S{16,}$/, 'must be at least 16 characters, without spaces')
      .optional(),
    'bearer token for /-/metrics; without it, only programs on this machine can read them',
  ),
  DEMO_PROVIDER_PORT: setting(
    port.default(8444),
    'HTTPS port of the demo provider; 0 picks a free one',
    '8444',
  ),
  ADMIN_PASSWORD: setting(
    z
      .string()
      .min(limits.passwordMin, `must be at least ${limits.passwordMin} characters`)
      .max(limits.passwordMax, `must be at most ${limits.passwordMax} characters`)
      .optional(),
    'password of admin, set on the first start',
    'generated, printed once',
  ),
  DEMO_PASSWORD: setting(
    z.string().min(limits.passwordMin, `must be at least ${limits.passwordMin} characters`).optional(),
    'password of every demo user; required to open the demo to other machines',
  ),
  SERVICE_VERSION: setting(
    z
      .string()
      .regex(/^\d{1,3}(\.\d{1,3}){0,2}$/, 'must be a version such as 9.6 or 10.0')
      .default(versions.described),
    'version of the service to emulate',
    versions.described,
  ),
  SERVICE_EXTENSIONS: setting(
    flag.default(true),
    'false turns off all extensions of the embedded service; for testing',
    'true',
  ),
  JOB_STATUS_TTL: setting(
    z
      .string()
      .regex(/^\d{1,9}$/, 'must be a number of seconds')
      .transform(Number)
      .default(3600),
    'how long finished job statuses are kept, in seconds',
    '3600',
  ),
  ACTIVITY_DAYS: setting(
    z
      .string()
      .regex(/^\d{1,4}$/, 'must be a number of days, at most 9999')
      .transform(Number)
      .default(90),
    'how long sign-ins and changes are kept, in days; 0 removes them and records none',
    '90',
  ),
  ACTIVITY_LOG: setting(flag.default(false), 'true also writes each sign-in and change to the log', 'false'),
  LOG_LEVEL: setting(
    z
      .enum(
        ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
        'must be fatal, error, warn, info, debug, trace or silent',
      )
      .optional(),
    'level of the log, written as JSON lines to standard output',
    'info (demo: warn)',
  ),
} as const;

type Rules = { [Name in keyof typeof settings]: (typeof settings)[Name]['rule'] };

// Object.fromEntries forgets which rule belongs to which name.
const schema = z.object(
  Object.fromEntries(Object.entries(settings).map(([name, { rule }]) => [name, rule])) as Rules,
);

/** The effective settings. */
export type Config = z.infer<typeof schema> & { demo: boolean };

/** Invalid settings: one sentence each. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  constructor(readonly sentences: readonly string[]) {
    super(sentences.join('\n'));
  }
}

const loopback = new Set(['127.0.0.1', '::1', 'localhost']);

/** Reads and validates the settings. Empty values are ignored. @throws ConfigError with every problem */
export function readConfig(environment: Record<string, string | undefined>, demo: boolean): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = schema.safeParse(given);
  const sentences = parsed.success
    ? []
    : parsed.error.issues.map((issue) => `${String(issue.path[0])}: ${issue.message}`);
  if ((given['TLS_CERT'] === undefined) !== (given['TLS_KEY'] === undefined))
    sentences.push('TLS_CERT and TLS_KEY: must be set together');
  if (demo && given['SERVICE_URL'] !== undefined)
    sentences.push("SERVICE_URL: isn't supported by the demo; use npm run serve");
  if (demo && given['DEMO_PASSWORD'] === undefined && !loopback.has(given['HOST'] ?? '127.0.0.1'))
    sentences.push(
      "HOST: the demo's default passwords are public, so it listens on this machine only; set DEMO_PASSWORD to open it",
    );
  if (!parsed.success || sentences.length > 0) throw new ConfigError(sentences);
  return { ...parsed.data, demo };
}

/** The text of `--help`. */
export function help(): string {
  const lines = Object.entries(settings).map(
    ([name, { standard, meaning }]) => `  ${name.padEnd(22)}${meaning}${standard ? ` [${standard}]` : ''}`,
  );
  return ['Palisade Console. Settings are read from the environment:', '', ...lines, ''].join('\n');
}

function isReadable(name: string): boolean {
  try {
    accessSync(name, constants.R_OK);
    return readFileSync(name).length > 0;
  } catch {
    return false;
  }
}
