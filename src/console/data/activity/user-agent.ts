/** More specific names first: browsers also claim to be those that they're compatible with. */
const browsers: readonly [name: string, version: RegExp][] = [
  ['Edge', /\bEdg(?:A|iOS)?\/(\d+)/],
  ['Opera', /\bOPR\/(\d+)/],
  ['Samsung Internet', /\bSamsungBrowser\/(\d+)/],
  ['Firefox', /\b(?:Firefox|FxiOS)\/(\d+)/],
  ['Chrome', /\b(?:Headless)?(?:Chrome|CriOS)\/(\d+)/],
  ['Safari', /\bVersion\/(\d+).*\bSafari\//],
];

const systems: readonly [name: string, pattern: RegExp][] = [
  ['Android', /\bAndroid\b/],
  ['iOS', /\biPhone\b/],
  // iPadOS says that it's a Macintosh, unless a page is asked for as a phone's.
  ['iPadOS', /\biPad\b/],
  ['Windows', /\bWindows\b/],
  ['iPadOS or macOS', /\bMacintosh\b.*\bVersion\/.*\bSafari\b|\bMacintosh\b.*\b(?:CriOS|FxiOS|EdgiOS)\b/],
  ['macOS', /\bMacintosh\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
];

/** A User-Agent header in words, as in "Firefox 140 on Linux"; the first product (`curl/8.5.0`) if it's no browser. */
export function detectBrowser(userAgent: string): string {
  const system = systems.find(([, pattern]) => pattern.test(userAgent))?.[0];
  for (const [browser, pattern] of browsers) {
    const version = pattern.exec(userAgent)?.[1];
    if (version !== undefined) return `${browser} ${version}${system === undefined ? '' : ` on ${system}`}`;
  }
  return userAgent.split(' ')[0] ?? '';
}
