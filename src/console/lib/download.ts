/** Downloads a text as a file. @param text may come in parts if it's long */
export function download(fileName: string, type: string, text: string | string[]): void {
  // Without a byte order mark, Excel doesn't read CSV as UTF-8.
  const mark = type === 'text/csv' ? '\uFEFF' : '';
  const url = URL.createObjectURL(new Blob([mark, text].flat(), { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // By then the browser has read it.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
