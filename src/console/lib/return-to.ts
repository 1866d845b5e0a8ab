/** A path on this origin to go back to after sign-in; `/` for anything else, such as another site's address. */
export function localPath(value: unknown): string {
  if (typeof value !== 'string' || !value.startsWith('/')) return '/';
  const url = URL.canParse(value, location.origin) ? new URL(value, location.origin) : undefined;
  // The dots of `/.//host` are gone by here, and what is left would be another site's address.
  if (url?.origin !== location.origin || url.pathname === '/sign-in' || url.pathname.startsWith('//'))
    return '/';
  return `${url.pathname}${url.search}${url.hash}`;
}
