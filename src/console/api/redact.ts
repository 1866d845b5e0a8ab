/** What stands for a secret, wherever one would be shown. */
export const secretMark = '••••••••';

/** Names of fields, headers and query parameters whose values nobody may read. */
const secretName =
  /(passwords?|passwd|secrets?|tokens?|cookies?|authorization|assertion|verifier|credentials?|apikey)$|(^|[^a-z])key$|^(code|state|nonce)$/i;

/** What a text has where one of `inText` may fit: most texts have none of it. */
const hint = /eyJ|=|authorization|bearer/i;
const inText: readonly [pattern: RegExp, replacement: string][] = [
  // JSON Web Tokens (RFC 7519): base64url of `{"`, then parts behind dots.
  [/\beyJ[\w-]{5,}(\.[\w-]*){1,4}/g, secretMark],
  [/\b(bearer\s+|authorization:\s*)[^\s"',;]+(\s+[^\s"',;]+)?/gi, `$1${secretMark}`],
  [
    /([?&#;\s"'(]|^)((?:\w+_)?(?:password|secret|token|code|state|nonce|api_key|key|assertion|verifier|session))=[^&#\s"';]+/gi,
    `$1$2=${secretMark}`,
  ],
];

/**
 * A copy of a body, of headers or of an address without its secrets, by the names of fields and by the shape of values.
 * What has none is passed on as it is, uncopied.
 * @param known secrets met so far: the ones found are added, and each is taken out wherever it is repeated
 */
export function redact<Value>(value: Value, known: Set<string>): Value {
  // Every case gives back the shape that it was given, which the compiler cannot follow.
  return redactAny(value, known) as Value;
}

function redactAny(value: unknown, known: Set<string>): unknown {
  if (typeof value === 'string') return redactText(value, known);
  if (typeof value !== 'object' || value === null) return value;
  let copy: Record<string, unknown> | undefined;
  const fields = value as Record<string, unknown>;
  // Facts and headers come as pairs: `{ label: 'client_secret', value: '…' }`.
  const pair = String(fields['label'] ?? fields['name']);
  for (const [name, field] of Object.entries(fields)) {
    const secret = secretName.test(name) || (name === 'value' && secretName.test(pair));
    const safe = secret ? redactSecret(field, known) : redactAny(field, known);
    if (safe === field) continue;
    copy ??= Array.isArray(value) ? ([...value] as never) : { ...fields };
    copy[name] = safe;
  }
  return copy ?? value;
}

/**
 * A body with its properties and none of their values, for requests that are about a person.
 * @param known as for `redact`
 */
export function withoutValues(value: unknown, known: Set<string>): unknown {
  if (typeof value !== 'object' || value === null) return redactSecret(value, known);
  if (Array.isArray(value)) return value.map((item) => withoutValues(item, known));
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withoutValues(item, known)]));
}

/** Whether there is something, or nothing, is no secret. */
function redactSecret(value: unknown, known: Set<string>): unknown {
  if (value === undefined || value === null || value === '' || typeof value === 'boolean') return value;
  if (typeof value === 'string' && value !== secretMark) known.add(value);
  return secretMark;
}

/** Shorter secrets would take too many innocent letters with them. */
const shortest = 4;

function redactText(text: string, known: Set<string>): string {
  let safe = text;
  if (hint.test(text)) for (const [pattern, replacement] of inText) safe = safe.replace(pattern, replacement);
  for (const secret of known) {
    if (secret.length < shortest) continue;
    safe = safe.replaceAll(secret, secretMark).replaceAll(encodeURIComponent(secret), secretMark);
  }
  return safe;
}
