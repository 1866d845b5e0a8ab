import { limits } from '../../contract/limits.ts';
import { newToken, tokenHash } from '../domain/access/tokens.ts';
import type { Context } from './requests/context.ts';
import type { Endpoint } from '../../contract/endpoint.ts';

type Browser = Pick<Context<Endpoint>, 'cookies' | 'setCookie'>;

const cookie = /^oidc_[0-9a-f]{32}$/;
const value = /^([0-9a-z]{1,9})\.[\w-]{43}$/;

/**
 * A new token that binds a provider sign-in to the browser it starts in. It starts with the time, so that the
 * oldest can be found.
 */
export function newBrowserToken(now: Date): string {
  return `${now.getTime().toString(36)}.${newToken()}`;
}

/**
 * Sets the cookie of one sign-in. Each sign-in has its own, so that concurrent ones can all finish; the
 * oldest beyond `limits.oidcLoginsPerBrowser` are cleared.
 * @param location the authorization request's URL
 */
export function bindBrowser({ cookies, setCookie }: Browser, location: string, token: string): void {
  const underWay = Object.entries(cookies)
    .filter(([name]) => cookie.test(name))
    .toSorted(([, left], [, right]) => begunAt(right) - begunAt(left));
  for (const [name] of underWay.slice(limits.oidcLoginsPerBrowser - 1)) setCookie(name, undefined);
  const state = new URL(location).searchParams.get('state');
  setCookie(cookieOf(state), token, limits.oidcRequestSeconds);
}

/** The token for a returned state; clears its cookie. */
export function returnedToken({ cookies, setCookie }: Browser, state: string | null): string | undefined {
  const name = cookieOf(state);
  const token = cookies[name];
  if (token !== undefined) setCookie(name, undefined);
  return token;
}

function cookieOf(state: string | null): string {
  return `oidc_${tokenHash(state ?? '').slice(0, 32)}`;
}

function begunAt(token: string | undefined): number {
  return Number.parseInt(value.exec(token ?? '')?.[1] ?? '0', 36);
}
