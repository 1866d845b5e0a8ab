/** The browser's default font size in relation to the usual 16 px: what's laid out in px for text grows with it. */
export function textScale(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
}
