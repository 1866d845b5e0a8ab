/** A page without styles or scripts that says why an address isn't a page. @param why HTML */
export function notFoundPage(why: string): string {
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">',
    '<title>Page not found</title></head><body><h1>Page not found</h1>',
    `<p>${why}</p><p><a href="/">Go to the console</a></p></body></html>`,
  ].join('\n');
}
