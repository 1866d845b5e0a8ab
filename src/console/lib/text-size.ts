/** The browser's default font size, relative to the usual 16 px: sizes in px that text needs grow with it. */
export function textScale(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
}
