/** A sentence with `code` in backticks. */
export function Prose({ children }: { children: string }) {
  return children
    .split('`')
    .map((part, index) => (index % 2 === 1 ? <code key={`${index} ${part}`}>{part}</code> : part));
}
