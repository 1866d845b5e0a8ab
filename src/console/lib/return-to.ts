/** The path on this origin to return to after sign-in; `/` for anything else, such as another site's URL. */
export function localPath(value: unknown): string {
  if (typeof value !== 'string' || !value.startsWith('/')) return '/';
  const url = URL.canParse(value, location.origin) ? new URL(value, location.origin) : undefined;
  // Parsing turns `/.//host` into `//host`, which would be another site's URL.
  if (url?.origin !== location.origin || url.pathname === '/sign-in' || url.pathname.startsWith('//'))
    return '/';
  return `${url.pathname}${url.search}${url.hash}`;
}
