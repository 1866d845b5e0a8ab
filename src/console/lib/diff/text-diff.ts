/** A run of characters or words that both texts have, or only one of them. */
export interface DiffPart {
  kind: 'same' | 'only-left' | 'only-right';
  text: string;
}

/** Longer than any URL. The diff takes quadratic time, so longer texts are compared as wholes. */
const maxComparedLength = 2_048;

/** A text's words, and each character between them. */
export const wordsIn = (text: string): string[] => text.match(/[\p{L}\p{M}\p{N}]+|[^]/gu) ?? [];

/** The shortest diff of two texts, by character. @param split to compare them by something else: `wordsIn` */
export function diffText(
  left: string,
  right: string,
  split: (text: string) => string[] = Array.from,
): DiffPart[] {
  const a = split(left);
  const b = split(right);
  if (Math.max(a.length, b.length) > maxComparedLength) return wholeTexts(left, right);
  // lengths[i][j]: the longest common subsequence of a from i on and b from j on.
  const lengths = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  const at = (i: number, j: number) => lengths[i]?.[j] ?? 0;
  for (let i = a.length - 1; i >= 0; i -= 1) {
    const row = lengths[i];
    if (!row) continue;
    for (let j = b.length - 1; j >= 0; j -= 1)
      row[j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  }
  const parts: DiffPart[] = [];
  const add = (kind: DiffPart['kind'], text: string) => {
    const last = parts.at(-1);
    if (last?.kind === kind) last.text += text;
    else parts.push({ kind, text });
  };
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      add('same', a[i] ?? '');
      i += 1;
      j += 1;
    } else if (j >= b.length || (i < a.length && at(i + 1, j) >= at(i, j + 1))) {
      add('only-left', a[i] ?? '');
      i += 1;
    } else {
      add('only-right', b[j] ?? '');
      j += 1;
    }
  }
  return parts;
}

function wholeTexts(left: string, right: string): DiffPart[] {
  if (left === right) return [{ kind: 'same', text: left }];
  const parts: DiffPart[] = [
    { kind: 'only-left', text: left },
    { kind: 'only-right', text: right },
  ];
  return parts.filter(({ text }) => text !== '');
}

const names: Record<string, string> = { '/': 'slash', ' ': 'space', '\n': 'line break', '\t': 'tab' };

/** Describes the difference between two URLs if it's a single character or only case; undefined otherwise. */
export function describeDifference(left: string, right: string): string | undefined {
  const parts = diffText(left, right).filter((part) => part.kind !== 'same');
  const [part] = parts;
  if (parts.length !== 1 || !part || Array.from(part.text).length > 1)
    return left.toLowerCase() === right.toLowerCase() ? 'only upper and lower case differ' : undefined;
  const what = names[part.text] ?? `“${part.text}”`;
  const longer = part.kind === 'only-left' ? left : right;
  const where = longer.endsWith(part.text) && left.at(-1) !== right.at(-1) ? ' at the end' : '';
  return `${part.kind === 'only-left' ? 'extra' : 'missing'} ${what}${where}`;
}
