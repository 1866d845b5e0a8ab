import type { RecordedCall } from './recorder.ts';
import { secretMark } from './redact.ts';

/** A way to send a call from elsewhere. */
export const commandKinds = [
  { value: 'curl-cookies', label: 'cURL with a cookie jar' },
  { value: 'curl-key', label: 'cURL with an API key' },
  { value: 'httpie', label: 'HTTPie with an API key' },
  { value: 'fetch', label: 'fetch' },
] as const;
type CommandKind = (typeof commandKinds)[number]['value'];

/** As much of a call as a command repeats: of one that was made, or of one that is about to be. */
export type Repeatable = Pick<RecordedCall, 'endpoint' | 'sent'>;

/**
 * A call as a command for a shell, or as a program. What was redacted is a variable named after its field, so that no
 * secret gets into a history.
 * @param origin address of the gateway, without a slash at its end
 */
export function asCommand(kind: CommandKind, call: Repeatable, origin: string): string {
  const url = `${origin}${call.sent.address}`;
  if (kind === 'fetch') return asFetch(call, url);
  return kind === 'httpie' ? asHttpie(call, url) : asCurl(call, url, kind === 'curl-key');
}

function asCurl({ endpoint, sent }: Repeatable, url: string, withKey: boolean): string {
  const signsIn = endpoint.path === '/authentication' && endpoint.method === 'POST';
  // A jar that is read before there is one only makes curl complain.
  const jar = signsIn ? '-c cookies.txt' : '-b cookies.txt -c cookies.txt';
  return [
    // Brackets and braces are patterns to curl, unless it is told otherwise.
    `curl${/[[\]{}]/.test(url) ? ' -g' : ''} -X ${endpoint.method} ${quote(url)}`,
    withKey ? `-H ${authorization('Authorization: ')}` : jar,
    ...Object.entries(sent.headers).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    ...(sent.body === undefined ? [] : [`--data-raw ${quotedBody(sent.body)}`]),
  ].join(' \\\n  ');
}

function asHttpie({ endpoint, sent }: Repeatable, url: string): string {
  return [
    // Without a terminal HTTPie would take its standard input for the body.
    `http --ignore-stdin ${endpoint.method} ${quote(url)}`,
    authorization('Authorization:'),
    ...Object.entries(sent.headers).map(([name, value]) => quote(`${name}:${value}`)),
    ...(sent.body === undefined ? [] : [`--raw ${quotedBody(sent.body)}`]),
  ].join(' \\\n  ');
}

function authorization(name: string): string {
  return `"${name}token $API_KEY"`;
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
    .replace(redactedField(': '), (_, name: string) => `"${name}": prompt("${name}")`);
}

/** As one word of a command. In single quotes a POSIX shell takes every character for itself, but for the quote. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function quotedBody(body: unknown): string {
  return quote(JSON.stringify(body)).replace(
    redactedField(':'),
    (_, name: string) => `"${name}":"'"$${variable(name)}"'"`,
  );
}

/**
 * A redacted field in JSON. Names that JSON or a shell would have to escape are none of the API's.
 * @param colon as it stands between name and value
 */
export function redactedField(colon: string): RegExp {
  return new RegExp(`"([\\w-]+)"${colon}"${secretMark}"`, 'g');
}

/** The variable that stands for a redacted field. */
export function variable(field: string): string {
  return field.replaceAll(/\W/g, '_').toUpperCase();
}
