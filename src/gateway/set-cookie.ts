/**
 * Makes a remote service's cookie fit this gateway: no Domain, the path below `/api`, and Secure exactly where browsers
 * reach us over TLS (RFC 6265 section 5.2; a Secure cookie would be dropped on plain HTTP).
 * @param basePath path of the service's base address, which is not part of ours
 */
export function rewriteCookie(cookie: string, basePath: string, overTls: boolean): string {
  const [pair = '', ...attributes] = cookie.split(';').map((part) => part.trim());
  const nameOf = (attribute: string) => attribute.split('=')[0]?.toLowerCase() ?? '';
  const path = attributes.find((attribute) => nameOf(attribute) === 'path')?.slice('path='.length) ?? '/';
  const below = basePath && path.startsWith(basePath) ? path.slice(basePath.length) : path;
  const kept = attributes.filter((attribute) => !['domain', 'path', 'secure'].includes(nameOf(attribute)));
  const ours = `/api${below.startsWith('/') ? below : `/${below}`}`.replace(/\/$/, '');
  return [pair, `Path=${ours}`, ...kept, ...(overTls ? ['Secure'] : [])].join('; ');
}
