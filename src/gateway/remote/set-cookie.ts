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

/** The `Set-Cookie` headers that clear the cookies of a request. */
export function clearCookies(sent: string, overTls: boolean): string[] {
  const names = sent.split(';').map((pair) => pair.split('=')[0]?.trim());
  return names
    .filter((name) => name)
    .map((name) => rewriteCookie(`${name}=; HttpOnly; SameSite=Lax; Max-Age=0`, overTls));
}
