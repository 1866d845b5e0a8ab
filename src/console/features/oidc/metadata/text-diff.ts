/** A run of characters that both texts have, or that is in one of them alone. */
export interface DiffPart {
  kind: 'same' | 'only-left' | 'only-right';
  text: string;
}

/** Longer than any address: what differs beyond that is told as a whole. */
const comparedMost = 2_048;

/** Two texts, character by character, as the shortest way from one to the other. */
export function diffText(left: string, right: string): DiffPart[] {
  const a = Array.from(left);
  const b = Array.from(right);
  if (Math.max(a.length, b.length) > comparedMost) return asWholes(left, right);
  // lengths[i][j]: the longest common subsequence of a from i on and b from j on.
  const lengths = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  const at = (i: number, j: number) => lengths[i]?.[j] ?? 0;
  for (let i = a.length - 1; i >= 0; i -= 1) {
    const row = lengths[i];
    if (!row) continue;
    for (let j = b.length - 1; j >= 0; j -= 1) {
      row[j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
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

function asWholes(left: string, right: string): DiffPart[] {
  if (left === right) return [{ kind: 'same', text: left }];
  const parts: DiffPart[] = [
    { kind: 'only-left', text: left },
    { kind: 'only-right', text: right },
  ];
  return parts.filter(({ text }) => text !== '');
}

const names: Record<string, string> = {
  '/': 'a slash',
  ' ': 'a space',
  '\n': 'a line break',
  '\t': 'a tab',
};

/** What sets two addresses apart, in words, where that is one small thing; undefined where it is more. */
export function differenceInWords(left: string, right: string): string | undefined {
  const parts = diffText(left, right).filter((part) => part.kind !== 'same');
  const [part] = parts;
  if (parts.length !== 1 || !part || Array.from(part.text).length > 1) {
    return left.toLowerCase() === right.toLowerCase() ? 'only capital and small letters differ' : undefined;
  }
  const what = names[part.text] ?? `“${part.text}”`;
  const longer = part.kind === 'only-left' ? left : right;
  const where = longer.endsWith(part.text) && !shared(left, right) ? ' at its end' : '';
  return part.kind === 'only-left' ? `it has ${what} too many${where}` : `it lacks ${what}${where}`;
}

/** Whether both end in the same character. */
function shared(left: string, right: string): boolean {
  return left.at(-1) === right.at(-1);
}
