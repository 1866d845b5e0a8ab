import type { RecordedCall } from './recorder.ts';
import { secretMark } from '../../client/redact.ts';

/** The kinds of commands that repeat a call. */
const commandKinds = [
  { value: 'curl-cookies', label: 'cURL with a cookie jar' },
  { value: 'curl-key', label: 'cURL with an API key' },
  { value: 'fetch', label: 'fetch' },
] as const;
type CommandKind = (typeof commandKinds)[number]['value'];

/** The parts of a recorded or planned call that a command needs. */
export type Repeatable = Pick<RecordedCall, 'endpoint' | 'sent'>;

/** Every command that repeats a call, with its label. */
export function buildCommands(call: Repeatable) {
  return commandKinds.map(({ value, label }) => ({ label, text: asCommand(value, call, location.origin) }));
}

/**
 * A call as a shell command or a program. Redacted values become variables named after their fields, so that no secret
 * gets into a shell history.
 * @param origin the gateway's, without a trailing slash
 */
export function asCommand(kind: CommandKind, call: Repeatable, origin: string): string {
  const url = `${origin}${call.sent.address}`;
  return kind === 'fetch' ? asFetch(call, url) : asCurl(call, url, kind === 'curl-key');
}

function asCurl({ endpoint, sent }: Repeatable, url: string, withKey: boolean): string {
  const isPublic = 'access' in endpoint && endpoint.access === 'public';
  const signsIn = endpoint.path === '/authentication' && endpoint.method === 'POST';
  // curl warns about reading a cookie jar that doesn't exist yet.
  const jar = signsIn ? '-c cookies.txt' : '-b cookies.txt -c cookies.txt';
  return [
    // -g turns off curl's URL globbing of brackets and braces.
    `curl${/[[\]{}]/.test(url) ? ' -g' : ''} -X ${endpoint.method} ${quote(url)}`,
    ...(withKey && isPublic ? [] : [withKey ? '-H "Authorization: token $API_KEY"' : jar]),
    ...Object.entries(sent.headers).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    ...(sent.body === undefined ? [] : [`--data-raw ${quotedBody(sent.body)}`]),
  ].join(' \\\n  ');
}

function asFetch({ endpoint, sent }: Repeatable, url: string): string {
  const init = [
    `  method: ${JSON.stringify(endpoint.method)},`,
    `  headers: ${indented(sent.headers)},`,
    ...(sent.body === undefined ? [] : [`  body: JSON.stringify(${indented(sent.body)}),`]),
  ];
  return [
    `const response = await fetch(${JSON.stringify(url)}, {`,
    ...init,
    '});',
    'console.log(response.status, await response.text());',
  ].join('\n');
}

function indented(value: unknown): string {
  return JSON.stringify(value, undefined, 2)
    .replaceAll('\n', '\n  ')
    .replace(redactedField, (_, name: string) => `"${name}": prompt("${name}")`);
}

/** Quotes a shell word. In single quotes, a POSIX shell takes every character literally except the quote itself. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function quotedBody(body: unknown): string {
  return quote(JSON.stringify(body, undefined, 2)).replace(
    redactedField,
    (_, name: string) => `"${name}": "'"$${variable(name)}"'"`,
  );
}

/** A redacted field in indented JSON. The API has no field names that need escaping. */
const redactedField = new RegExp(`"([\\w-]+)": "${secretMark}"`, 'g');

/** The variable name for a redacted field. */
function variable(field: string): string {
  return field.replaceAll(/\W/g, '_').toUpperCase();
}
