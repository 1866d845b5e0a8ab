import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import * as z from 'zod';
import { isLongEnough, isShortEnough, lengthProblems } from '../contract/access/passwords.ts';
import { absoluteUrl } from '../contract/urls.ts';
import { versions } from '../contract/versions.ts';
import { proxyProblem, type OutgoingProxy } from '../service/outbound/proxy.ts';
import { isKindOfBody, urlsIn } from '../service/outbound/webhook.ts';
import { namesSeveralHosts, oneHost } from '../service/store/database/database-url.ts';
import { fileProblem } from './file-problem.ts';
import { givenValues } from './given-values.ts';

const wholeNumber = (digits: number, error: string) =>
  z
    .string()
    .regex(new RegExp(`^\\d{1,${digits}}$`), error)
    .transform(Number);
const portRule = 'must be a port from 0 to 65535';
const port = wholeNumber(5, portRule).refine((value) => value <= 65_535, portRule);
const flag = z.enum(['true', 'false'], 'must be true or false').transform((value) => value === 'true');
const file = z.string().refine((name) => fileProblem(name) === undefined, {
  error: ({ input }) => fileProblem(String(input)),
});
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

const webhookUrl = httpUrl.refine((value) => {
  const { protocol, hostname, hash } = new URL(value);
  return (protocol === 'https:' || loopback.has(hostname)) && isKindOfBody(hash);
}, 'must be an https URL, or an http URL of this machine, without a fragment but #chat or #teams');

const baseUrl = httpUrl.refine((value) => !/[?#]/.test(value), 'must have no query or fragment');

const origin = httpUrl.refine((value) => /^[^/]+\/\/[^/?#]+\/?$/.test(value), {
  error: "must have no path, query or fragment: serving below a path isn't offered",
});

/** A `HOST` as URLs have it: in brackets and without a zone if it's an IPv6 address. */
export const hostInUrl = (host: string) => (host.includes(':') ? `[${host.replace(/%.*/, '')}]` : host);

/** How long one of a host's addresses has before the next is tried. Node's 250 ms are too short for hosts that are far away. */
export const addressMilliseconds = 1_000;

/** Names of this machine, as a setting or in a URL. */
export const loopback: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]', '::1', 'localhost']);

const text = z.string().min(1, 'must not be empty');
const password = z.string().refine(isLongEnough, lengthProblems.short);

/** @param standard the default */
function setting<Rule extends z.ZodType<unknown, string>>(
  rule: Rule,
  meaning: string,
  standard: z.input<Rule>,
) {
  return { rule: z.prefault(rule, standard), meaning, standard };
}

/** @param standard what applies if it's not set, as `--help` prints it */
function optional<Rule extends z.ZodType>(rule: Rule, meaning: string, standard = '') {
  return { rule: z.optional(rule), meaning, standard };
}

export const settings = {
  HOST: setting(
    // Fastify would open a second server for it, without renewed certificates and what else is set up on the first.
    text
      .refine(
        (host) => origin.safeParse(`http://${hostInUrl(host)}`).success,
        'must be an IP address or a host name',
      )
      .transform((host) => (host === 'localhost' ? '127.0.0.1' : host)),
    'address to listen on',
    '127.0.0.1',
  ),
  PORT: setting(port, 'port to listen on; 0 picks a free one', '8080'),
  PUBLIC_URL: optional(origin, 'URL at which browsers reach the gateway', 'http://localhost:PORT'),
  TLS_CERT: optional(file, 'certificate chain (PEM file); with TLS_KEY the gateway speaks HTTPS'),
  TLS_KEY: optional(file, 'private key of TLS_CERT (PEM file)'),
  TRUST_PROXY: optional(
    text.refine(
      (value) => value.split(',').every((entry) => isNetwork(entry.trim())),
      'must be IP addresses or networks such as 10.0.0.0/8, separated by commas',
    ),
    'addresses of reverse proxies whose X-Forwarded headers are trusted (comma-separated, CIDR allowed)',
  ),
  SERVICE_URL: optional(baseUrl, 'base URL of a remote service; default: the embedded service'),
  SERVICE_CA: optional(file, 'certificate authority of the remote service (PEM file)'),
  SERVICE_INSECURE_TLS: setting(
    flag,
    'true accepts any certificate of the remote service; for tests only',
    'false',
  ),
  DATA_DIR: setting(text, 'folder of the embedded database', './data'),
  DATABASE_URL: optional(
    z.url({
      protocol: /^postgres(ql)?$/,
      error: ({ input }) =>
        namesSeveralHosts(String(input))
          ? oneHost
          : 'must be postgres://user:password@host:5432/database, with special characters of the password percent-encoded',
    }),
    'PostgreSQL 15 or newer, instead of the embedded database',
  ),
  SECRET_KEY: optional(
    z.string().min(32, 'must be at least 32 characters'),
    'encrypts secrets at rest; the same for every instance on one database',
    'a key file in DATA_DIR',
  ),
  OUTBOUND_ALLOW: optional(
    z
      .string()
      .regex(/^[\w.:[\]-]+(\s*,\s*[\w.:[\]-]+)*$/, 'must be host names, separated by commas')
      .transform((value) => value.toLowerCase().split(/\s*,\s*/)),
    'hosts of OIDC providers that may have loopback or link-local addresses (comma-separated)',
  ),
  OUTBOUND_INSECURE_TLS: setting(
    flag,
    'true accepts any certificate of OIDC providers; for tests only',
    'false',
  ),
  HTTPS_PROXY: optional(
    z
      .string()
      .transform((value) => (value.includes('://') ? value : `http://${value}`))
      .refine((value) => proxyProblem(value) === undefined, {
        error: ({ input }) => proxyProblem(String(input)),
      }),
    'http or https proxy for requests over https, such as http://user:password@proxy.example.com:3128',
  ),
  NO_PROXY: optional(
    z.string(),
    'hosts, addresses and networks that are reached without HTTPS_PROXY (comma-separated)',
  ),
  ALERT_WEBHOOK_URL: optional(
    z.string().superRefine((value, { addIssue }) => {
      const { error } = z.array(webhookUrl).safeParse(urlsIn(value));
      for (const { message } of error?.issues ?? []) addIssue(message);
    }),
    'URL that alerts are posted to, or several separated by spaces; those of chats end with #chat or #teams',
  ),
  ALERT_WEBHOOK_SECRET: optional(
    z.string().min(16, 'must be at least 16 characters'),
    'signs alerts: see X-Palisade-Signature in the administrator guide',
  ),
  METRICS_TOKEN: optional(
    z.string().regex(/^\S{16,}$/, 'must be at least 16 characters, without spaces'),
    'bearer token for /-/metrics; without it, only programs on this machine can read them',
  ),
  DEMO_PROVIDER_PORT: setting(port, 'HTTPS port of the demo provider; 0 picks a free one', '8444'),
  ADMIN_PASSWORD: optional(
    password.refine(isShortEnough, lengthProblems.long),
    'password of admin, set on the first start',
    'generated, printed once',
  ),
  ADMIN_PASSWORD_RESET: setting(
    flag,
    'true gives admin the password in ADMIN_PASSWORD at this start, and signs them out',
    'false',
  ),
  DEMO_PASSWORD: optional(
    password,
    'password of every demo user; required to open the demo to other machines',
  ),
  SERVICE_VERSION: setting(
    z.string().regex(/^\d{1,3}(\.\d{1,3}){0,2}$/, 'must be a version such as 9.6 or 10.0'),
    'version of the service to emulate',
    versions.described,
  ),
  SERVICE_EXTENSIONS: setting(
    flag,
    'false turns off all extensions of the embedded service; for testing',
    'true',
  ),
  JOB_STATUS_TTL: setting(
    wholeNumber(9, 'must be a number of seconds'),
    'how long finished job statuses are kept, in seconds',
    '3600',
  ),
  ACTIVITY_DAYS: setting(
    wholeNumber(4, 'must be a number of days, at most 9999'),
    'how long sign-ins and changes are kept, in days; 0 removes them and records none',
    '90',
  ),
  ACTIVITY_LOG: setting(flag, 'true also writes each sign-in and change to the log', 'false'),
  LOG_LEVEL: optional(
    z.enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'must be fatal, error, warn, info, debug, trace or silent',
    ),
    'level of the log, written as JSON lines to standard output',
    'info (demo: warn)',
  ),
} as const;

type Rules = { [Name in keyof typeof settings]: (typeof settings)[Name]['rule'] };

// Object.fromEntries forgets which rule belongs to which name.
const schema = z.object(
  Object.fromEntries(Object.entries(settings).map(([name, { rule }]) => [name, rule])) as Rules,
);

export type Config = z.infer<typeof schema> & { demo: boolean };

/** A problem that the operator can fix: printed without a stack. */
export class StartError extends Error {}

/** Invalid settings: a line for each. */
export class ConfigError extends StartError {}

/** Both are usual; curl prefers lower case. */
const inBothCases = ['HTTPS_PROXY', 'NO_PROXY'];

/**
 * Reads and validates the settings. Empty values are ignored.
 * @param onCut as `givenValues`
 * @throws ConfigError with every problem
 */
export function readConfig(
  environment: Readonly<Record<string, string | undefined>>,
  demo: boolean,
  onCut: (sentence: string) => void = () => undefined,
): Config {
  const names = [...Object.keys(settings), ...inBothCases.map((name) => name.toLowerCase())];
  const { given, problems } = givenValues(environment, names, onCut);
  for (const name of inBothCases) {
    const value = given[name.toLowerCase()] ?? given[name];
    if (value !== undefined) given[name] = value;
  }
  const parsed = schema.safeParse(given);
  const sentences = [...problems].map(([name, problem]) => `${name}: ${problem}`);
  for (const { path, message } of parsed.error?.issues ?? [])
    if (!problems.has(String(path[0]))) sentences.push(`${String(path[0])}: ${message}`);
  if ((given['TLS_CERT'] === undefined) !== (given['TLS_KEY'] === undefined))
    sentences.push('TLS_CERT and TLS_KEY: must be set together');
  if (demo && given['SERVICE_URL'] !== undefined)
    sentences.push("SERVICE_URL: isn't supported by the demo; use npm run serve");
  if (demo && given['DEMO_PASSWORD'] === undefined && !loopback.has(given['HOST'] ?? '127.0.0.1'))
    sentences.push(
      "HOST: the demo's default passwords are public, so it listens on this machine only; set DEMO_PASSWORD to open it",
    );
  if (!parsed.success || sentences.length > 0) throw new ConfigError(sentences.join('\n'));
  return { ...parsed.data, demo };
}

export function proxyIn({ HTTPS_PROXY: url, NO_PROXY: except = '' }: Config): OutgoingProxy | undefined {
  return url === undefined ? undefined : { url, except };
}

export function help(): string {
  const lines = Object.entries(settings).map(
    ([name, { standard, meaning }]) => `  ${name.padEnd(22)}${meaning}${standard ? ` [${standard}]` : ''}`,
  );
  return ['Palisade Console. Settings are read from the environment:', '', ...lines, ''].join('\n');
}

/** Named networks as Fastify understands them, addresses, and networks in CIDR notation. */
function isNetwork(entry: string): boolean {
  if (/^(loopback|linklocal|uniquelocal)$/.test(entry)) return true;
  const [address = '', bits] = entry.split('/');
  return isIP(address) > 0 && (bits === undefined || (/^[1-9]/.test(bits) && ipaddr.isValidCIDR(entry)));
}
