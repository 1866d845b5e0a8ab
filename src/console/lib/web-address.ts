import { absoluteUrl } from '../../contract/urls.ts';

/**
 * An address that a browser may be sent to: http or https alone, never `javascript:` or its like.
 * @returns it as it is, or undefined
 */
export function webAddress(text: string | undefined): string | undefined {
  const url = text === undefined ? undefined : absoluteUrl(text);
  return url && /^https?:$/.test(url.protocol) ? text : undefined;
}
