/** Scheme, `//` and a host: URL parsers also accept `https:x`, `https:/x` and `https:\\x`, which people misread. */
const absolute = /^(?!.*\\)[a-z][a-z\d+.-]*:\/\/([^/?#]+)/i;
// URL parsers drop or escape these, so the result would differ from what people see.
const unseen = /[\s\p{Cc}\p{Cf}\p{Cs}]/u;

/**
 * Parses a URL; undefined if it isn't one. Node 20's `URL.canParse`, once compiled to machine code, rejects valid URLs
 * with letters such as ü.
 */
export function parseUrl(text: string, base?: string | URL): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}

/** Parses an absolute URL with scheme, `//` and host; undefined for anything else. */
export function absoluteUrl(text: string): URL | undefined {
  const url = absolute.test(text) && !unseen.test(text) ? parseUrl(text) : undefined;
  // `http://a..b` and `http://.` parse but have no valid host.
  return !url || /^\.|\.\./.test(url.hostname) || url.port === '0' ? undefined : url;
}

/**
 * The problem with a URL that must be absolute, without credentials or fragment; undefined if there's none.
 * @param schemes allowed ones, with their colons
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
