import { parseUrl } from '../../contract/urls.ts';

const mark = 'signed-in';
let returned = false;

/** Marks where a sign-in returns to, so that the page knows that it should find a session. */
export function markReturn(path: string): string {
  return `${path}${path.includes('#') ? '&' : '#'}${mark}`;
}

/** Removes the mark from the page's address, before the router reads it. */
export function noteReturn(): void {
  const unmarked = withoutMark(location.hash);
  if (unmarked === location.hash) return;
  returned = true;
  history.replaceState(history.state, '', `${location.pathname}${location.search}${unmarked}`);
}

/** Reloads the page, because another user has signed in on it. */
export function reloadAsReturned(): void {
  history.replaceState(history.state, '', markReturn(location.href));
  location.reload();
}

/** Whether the page was opened by a successful sign-in. */
export function hasReturned(): boolean {
  return returned;
}

function withoutMark(hash: string): string {
  return hash.replace(/[#&]signed-in$/, '');
}

/** The path on this origin to return to after sign-in; `/` for anything else, such as another site's URL. */
export function localPath(value: unknown): string {
  if (typeof value !== 'string' || !value.startsWith('/')) return '/';
  const url = parseUrl(value, location.origin);
  // Parsing turns `/.//host` into `//host`, which would be another site's URL.
  if (url?.origin !== location.origin || url.pathname === '/sign-in' || url.pathname.startsWith('//'))
    return '/';
  return `${url.pathname}${url.search}${withoutMark(url.hash)}`;
}
