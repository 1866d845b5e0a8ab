import { parseUrl } from '../../contract/urls.ts';

/** A redirect of the service that can't be passed on: why, as a predicate of "the service at <host> …". */
export class RedirectError extends Error {
  override readonly name = 'RedirectError';
}

const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * Where a response redirects to, as a path with query below the service's base URL; undefined if it doesn't.
 * @param path of the request, below the service's origin
 * @param base the service's base URL
 * @throws RedirectError if the target isn't below it: a browser would end up at another origin, or at a page of ours
 */
export function redirectTarget(
  status: number,
  location: string | string[] | undefined,
  path: string,
  base: URL,
): string | undefined {
  if (!redirectStatuses.has(status)) return undefined;
  const target = typeof location === 'string' ? parseUrl(location, `${base.origin}${path}`) : undefined;
  if (!target) throw new RedirectError('redirects without a valid Location');
  const basePath = base.pathname.replace(/\/$/, '');
  const below = `${target.pathname}/`.startsWith(`${basePath}/`) && !leavesBase(target.pathname);
  if (target.origin !== base.origin || !below) {
    // Without its query, which can contain secrets.
    const shown = `${target.protocol}//${target.host}${target.pathname}`.slice(0, 200);
    throw new RedirectError(
      `redirects to ${shown}, which isn't below SERVICE_URL (${base.origin}${basePath})`,
    );
  }
  return `${target.pathname.slice(basePath.length)}${target.search}`;
}

/**
 * Whether a path could leave the service's base URL: some servers decode it, even twice, or take `\` for `/` and `..;`
 * for `..`, before they resolve dot segments.
 * @param path with or without a query
 */
export function leavesBase(path: string): boolean {
  let decoded = path.split(/[?#]/, 1)[0] ?? '';
  for (let times = 0; times < 2; times += 1)
    decoded = decoded.replace(/%(25|2e|2f|3b|3f|23|5c)/gi, (code) => decodeURIComponent(code));
  return /(^|[\\/])\.{1,2}([\\/;?#]|$)/.test(decoded);
}
