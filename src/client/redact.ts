/** Replaces every secret. */
export const secretMark = '••••••••';

/** Fields, headers and query parameters whose values are secret. */
const secretName =
  /(passwords?|passwd|secrets?|tokens?|cookies?|authorization|assertion|verifier|credentials?|apikey)$|(^|[^a-z])key$|^(code|state|nonce)$/i;

const inText: readonly [pattern: RegExp, replacement: string][] = [
  // JSON Web Tokens (RFC 7519): base64url of `{"`, then parts behind dots.
  [/\beyJ[\w-]{5,}(\.[\w-]*){1,4}/g, secretMark],
  [/\b(bearer\s+|authorization:\s*)[^\s"',;]+(\s+[^\s"',;]+)?/gi, `$1${secretMark}`],
  [
    /([?&#;\s"'(]|^)((?:\w+_)?(?:password|secret|token|code|state|nonce|api_key|key|assertion|verifier|session))=[^&#\s"';]+/gi,
    `$1$2=${secretMark}`,
  ],
];
/** What each of these patterns needs: most texts of a long list have none of it. */
const suspicious = /=|eyJ|bearer|authorization:/i;

/**
 * Redacts secrets in a body, headers or an address, by field names and by the shape of values. Values without secrets
 * are returned uncopied.
 * @param known the secrets seen so far: new ones are added, and each is redacted wherever it reappears
 */
export function redact<Value>(value: Value, known: Set<string>): Value {
  const before = known.size;
  const safe = redactAny(value, known);
  // Once more for secrets that reappear before they were found. The shape stays that of the argument.
  return (known.size > before ? redactAny(safe, known) : safe) as Value;
}

function redactAny(value: unknown, known: Set<string>): unknown {
  if (typeof value === 'string') return redactText(value, known);
  if (typeof value !== 'object' || value === null) return value;
  const fields = value as Record<string, unknown>;
  let changed = false;
  const entries = Object.entries(fields).map(([name, field]) => {
    const safe = isSecret(name, fields) ? redactSecret(field, known) : redactAny(field, known);
    changed ||= safe !== field;
    return [name, safe] as const;
  });
  if (!changed) return value;
  return Array.isArray(value) ? entries.map(([, safe]) => safe) : Object.fromEntries(entries);
}

function isSecret(name: string, fields: Record<string, unknown>): boolean {
  // Details and headers are pairs: `{ label: 'client_secret', value: '…' }`.
  return secretName.test(name === 'value' ? String(fields['label'] ?? fields['name']) : name);
}

/**
 * Redacts every value of a body, for requests about a person.
 * @param known as for `redact`
 */
export function withoutValues(value: unknown, known: Set<string>): unknown {
  if (typeof value !== 'object' || value === null) return redactSecret(value, known);
  if (Array.isArray(value)) return value.map((item) => withoutValues(item, known));
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withoutValues(item, known)]));
}

/** Redacts a secret. Whether it's empty isn't secret. */
function redactSecret(value: unknown, known: Set<string>): unknown {
  if (value === undefined || value === null || value === '' || typeof value === 'boolean') return value;
  if (typeof value === 'string' && value !== secretMark) known.add(value);
  return secretMark;
}

/** Replacing shorter secrets would garble innocent text. */
const minLength = 4;

function redactText(text: string, known: Set<string>): string {
  let safe = text;
  if (suspicious.test(text))
    for (const [pattern, replacement] of inText) safe = safe.replace(pattern, replacement);
  for (const secret of known) {
    if (secret.length < minLength) continue;
    safe = safe.replaceAll(secret, secretMark).replaceAll(encodeURIComponent(secret), secretMark);
  }
  return safe;
}
