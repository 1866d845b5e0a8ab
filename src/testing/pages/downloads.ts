import { onTestFinished, vi } from 'vitest';

/** Keeps what's downloaded until the test ends, instead of saving it. @returns the texts by file name */
export function keepDownloads(): ReadonlyMap<string, Promise<string>> {
  const texts = new Map<string, Promise<string>>();
  const blobs = new Map<string, Blob>();
  const spies = [
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      const url = `blob:${blobs.size}`;
      blobs.set(url, blob as Blob);
      return url;
    }),
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function onClick(
      this: HTMLAnchorElement,
    ) {
      texts.set(this.download, blobs.get(this.href)!.text());
    }),
  ];
  onTestFinished(() => spies.forEach((spy) => spy.mockRestore()));
  return texts;
}
