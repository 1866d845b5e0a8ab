import { escapeUnseen } from '../lib/text.ts';
import type { DiffPart } from '../lib/diff/text-diff.ts';

interface MarkedTextProps {
  /** The difference between the text and another one. */
  parts: readonly DiffPart[];
  /** Which of them it is. */
  side: 'only-left' | 'only-right';
}

/** What may look like something else, or like nothing: other spaces, marks of letters, and letters that aren't Latin. */
const lookalikes = /[\p{Cc}\p{Cf}\p{Cs}\p{M}]|(?! )\p{Z}|(?!\p{Script=Latin})[^\p{ASCII}\p{S}\p{N}]/gu;

/** One of two compared texts, with what only it has marked. */
export function MarkedText({ parts, side }: MarkedTextProps) {
  return (
    parts
      .filter(({ kind }) => kind === 'same' || kind === side)
      // A part is identified only by its position.
      .map(({ kind, text }, index) =>
        kind === 'same' ? text : <mark key={index}>{escapeUnseen(text, lookalikes)}</mark>,
      )
  );
}

/** A sentence whose codes, in backticks, are drawn as such. */
export function CodedText({ children }: { children: string }) {
  return children.split('`').map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <code key={`${index} ${part}`} translate="no">
        {part}
      </code>
    ),
  );
}
