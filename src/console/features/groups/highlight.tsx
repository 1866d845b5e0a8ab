/** A text with the search match marked. */
export function Highlight({ text, query }: { text: string; query: string }) {
  const part = query.trim().split('/').at(-1)?.trim() ?? '';
  const at = part === '' ? -1 : text.toLocaleLowerCase().indexOf(part.toLocaleLowerCase());
  if (at === -1) return text;
  return (
    <>
      {text.slice(0, at)}
      <mark>{text.slice(at, at + part.length)}</mark>
      {text.slice(at + part.length)}
    </>
  );
}
