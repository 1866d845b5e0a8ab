/** A text with the part that was looked for marked. */
export function Highlight({ text, wanted }: { text: string; wanted: string }) {
  const part = wanted.trim().split('/').at(-1)?.trim() ?? '';
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
