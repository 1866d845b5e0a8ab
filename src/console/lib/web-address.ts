import { absoluteUrl } from '../../contract/urls.ts';

/**
 * Allows only http and https addresses to redirect to, never `javascript:` and the like.
 * @returns the address unchanged, or undefined
 */
export function webAddress(text: string | undefined): string | undefined {
  const url = text === undefined ? undefined : absoluteUrl(text);
  return url && /^https?:$/.test(url.protocol) ? text : undefined;
}
