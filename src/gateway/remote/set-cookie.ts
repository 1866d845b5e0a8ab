/**
 * Adapts a remote service's cookie to this gateway: no Domain, Path `/`, and Secure exactly if browsers reach us over TLS
 * (RFC 6265 section 5.2; a Secure cookie would be dropped on plain HTTP). Any other path would keep it from the gateway's own
 * requests on a browser's behalf, and from `DELETE /-/session`.
 */
export function rewriteCookie(cookie: string, overTls: boolean): string {
  const [pair = '', ...attributes] = cookie.split(';').map((part) => part.trim());
  // Browsers accept a cookie with these prefixes only with Secure, even on `localhost` over plain HTTP.
  const secure = overTls || /^__(Host|Secure)-/i.test(pair);
  const kept = attributes.filter((attribute) => {
    const [name = '', value] = attribute.split('=').map((part) => part.trim().toLowerCase());
    // Partitioned only matters in frames, which the console refuses, and would keep the cookie from being cleared.
    if (['domain', 'path', 'secure', 'partitioned'].includes(name)) return false;
    // Without Secure, browsers drop such a cookie.
    return secure || name !== 'samesite' || value !== 'none';
  });
  return [pair, 'Path=/', ...kept, ...(secure ? ['Secure'] : [])].join('; ');
}

/**
 * The cookies of a response, one for each name: with the same path, one for another path would replace or clear it.
 * @returns of those with the same name, the last that isn't cleared, if there's one
 */
export function onePerName(cookies: readonly string[]): string[] {
  const kept = new Map<string, string>();
  for (const cookie of cookies) {
    const name = nameOf(cookie);
    if (isCleared(cookie) && kept.has(name) && !isCleared(kept.get(name) ?? '')) continue;
    kept.delete(name);
    kept.set(name, cookie);
  }
  return [...kept.values()];
}

/** The `Cookie` header of a browser that has received these cookies. */
export function withCookies(sent: string, cookies: readonly string[]): string {
  const changed = new Map(onePerName(cookies).map((cookie) => [nameOf(cookie), cookie]));
  const pairs = sent.split(';').map((pair) => pair.trim());
  const kept = pairs.filter((pair) => pair !== '' && !changed.has(nameOf(pair)));
  const added = [...changed.values()].filter((cookie) => !isCleared(cookie));
  return [...kept, ...added.map((cookie) => cookie.split(';')[0]?.trim() ?? '')].join('; ');
}

function nameOf(cookie: string): string {
  return cookie.split(/[=;]/, 1)[0]?.trim() ?? '';
}

/** Whether it has expired: `Max-Age` takes precedence (RFC 6265 section 5.3). */
function isCleared(cookie: string): boolean {
  const age = /;\s*max-age\s*=\s*(-?\d+)/i.exec(cookie)?.[1];
  if (age !== undefined) return Number(age) <= 0;
  const expires = /;\s*expires\s*=\s*([^;]+)/i.exec(cookie)?.[1];
  return expires !== undefined && Date.parse(expires) <= Date.now();
}

/** The `Set-Cookie` headers that clear the cookies of a request. */
export function clearCookies(sent: string, overTls: boolean): string[] {
  const names = sent.split(';').map((pair) => pair.split('=')[0]?.trim());
  return names
    .filter((name) => name)
    .map((name) => rewriteCookie(`${name}=; HttpOnly; SameSite=Lax; Max-Age=0`, overTls));
}
