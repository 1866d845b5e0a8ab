import { cookieName, sessionCookie } from '../../contract/access/authentication.ts';

/** The beginning of a `Set-Cookie` that clears the embedded service's session. */
export function clearingSession(overTls: boolean): string {
  return clearingCookie(`${cookieName(sessionCookie, overTls)}=; Path=/`);
}

/**
 * Adapts a remote service's cookie to this gateway: no Domain, path `/` or below `/api`, and Secure exactly if browsers
 * reach us over TLS (RFC 6265 section 5.2; a Secure cookie would be dropped on plain HTTP).
 * @param basePath path of the service's base URL, which isn't part of ours
 */
export function rewriteCookie(cookie: string, basePath: string, overTls: boolean): string {
  const [pair = '', ...attributes] = cookie.split(';').map((part) => part.trim());
  // Browsers accept a `__Host-` cookie only with this path and Secure (RFC 6265bis section 4.1.3.2).
  if (pair.startsWith('__Host-')) return [pair, ...attributes].join('; ');
  // Browsers accept a cookie with this prefix only with Secure, even on `localhost` over plain HTTP.
  const secure = overTls || pair.startsWith('__Secure-');
  const path = attributes.find((attribute) => nameOf(attribute) === 'path')?.slice('path='.length) ?? '/';
  const kept = attributes.filter((attribute) => {
    const name = nameOf(attribute);
    if (name === 'domain' || name === 'path' || name === 'secure') return false;
    // Without Secure, browsers drop a cookie with either of these.
    return secure || (name !== 'partitioned' && attribute.toLowerCase() !== 'samesite=none');
  });
  return [pair, `Path=${ourPath(path, basePath)}`, ...kept, ...(secure ? ['Secure'] : [])].join('; ');
}

/**
 * The beginning of a `Set-Cookie` that clears another one: same name, same path.
 * @param cookie as sent to the browser
 */
export function clearingCookie(cookie: string): string {
  const [pair = '', ...attributes] = cookie.split(';').map((part) => part.trim());
  const path = attributes.find((attribute) => nameOf(attribute) === 'path') ?? 'Path=/';
  const secure = /^__(Host|Secure)-/.test(pair) ? '; Secure' : '';
  return `${pair.split('=')[0]}=; ${path}${secure}`;
}

function ourPath(path: string, basePath: string): string {
  const below = path === basePath || path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : path;
  // For the whole service, including the gateway's own requests on a browser's behalf.
  if (below === '' || `${basePath}/`.startsWith(`${path.replace(/\/$/, '')}/`)) return '/';
  return `/api${below.startsWith('/') ? below : `/${below}`}`.replace(/\/$/, '');
}

function nameOf(attribute: string): string {
  return attribute.split('=')[0]?.toLowerCase() ?? '';
}
