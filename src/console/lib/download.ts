/** Downloads a text as a file. */
export function download(fileName: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // By then the browser has read it.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
