/**
 * An address that a browser may be sent to: http or https alone, never `javascript:` or its like.
 * @returns it as it is, or undefined
 */
export function webAddress(text: string | undefined): string | undefined {
  if (text === undefined || !URL.canParse(text)) return undefined;
  return /^https?:$/.test(new URL(text).protocol) ? text : undefined;
}
