/** Scheme, `//` and a host: a URL parser also takes `https:x`, `https:/x` and `https:\\x`, which people read otherwise. */
const absolute = /^(?!.*\\)[a-z][a-z\d+.-]*:\/\/([^/?#]+)/i;
// A URL parser drops or escapes these where it sees them, and so would read another address than people do.
const unseen = /[\s\p{Cc}\p{Cf}\p{Cs}]/u;

/** An absolute URL, written with its scheme, `//` and a host; undefined for whatever else. */
export function absoluteUrl(text: string): URL | undefined {
  if (!absolute.test(text) || unseen.test(text) || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  // `http://a..b` and `http://.` parse, and name no host.
  return /^\.|\.\./.test(url.hostname) || url.port === '0' ? undefined : url;
}

/**
 * What is wrong with an absolute URL that has no credentials and no fragment, or undefined.
 * @param schemes those that it may have, with their colons
 */
export function urlProblem(text: string, schemes: readonly string[], longest: number): string | undefined {
  if (text.length > longest) return `must be at most ${longest} characters`;
  if (unseen.test(text)) return 'must not contain spaces or control characters';
  const scheme = /^[a-z][a-z\d+.-]*:/i.exec(text)?.[0].toLowerCase();
  if (scheme !== undefined && !schemes.includes(scheme))
    return `must use ${schemes.map((each) => each.slice(0, -1)).join(' or ')}`;
  if (!absoluteUrl(text)) return 'must be an absolute URL';
  if (absolute.exec(text)?.[1]?.includes('@')) return 'must not contain credentials';
  if (text.includes('#')) return 'must not contain a fragment';
  return undefined;
}
