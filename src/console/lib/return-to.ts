import { parseUrl } from '../../contract/urls.ts';
/** The path on this origin to return to after sign-in; `/` for anything else, such as another site's URL. */
export function localPath(value: unknown): string {
  if (typeof value !== 'string' || !value.startsWith('/')) return '/';
  const url = parseUrl(value, location.origin);
  // Parsing turns `/.//host` into `//host`, which would be another site's URL.
  if (url?.origin !== location.origin || url.pathname === '/sign-in' || url.pathname.startsWith('//'))
    return '/';
  return `${url.pathname}${url.search}${url.hash}`;
}
