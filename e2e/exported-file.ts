/**
 * What an administrator makes of an export for another service: auditors can change groups there, and it keeps its own providers.
 * @param text the export of a demo service
 */
export function changedExport(text: string): string {
  return text
    .replace(/(name: Auditors\n[\s\S]*?\n {6}group: )ro\n/, '$1rw\n')
    .replace(/^oidc_providers:[\s\S]*?(?=^end:)/m, '');
}
