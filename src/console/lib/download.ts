/** Hands a text to the browser as a file to keep. */
export function download(fileName: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // The browser holds on to it by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
