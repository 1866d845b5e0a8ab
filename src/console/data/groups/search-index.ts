import type { Sliced } from '../../lib/slices/slices.ts';
import type { GroupModel } from './model.ts';

/** The texts of consecutive groups as one: searching it is much faster than searching each. */
export interface SearchBlock {
  /** Each group's name and description in lower case, on lines of their own. */
  text: string;
  /** Where each group's name and description end. */
  nameEnds: Int32Array;
  ends: Int32Array;
}

/** The number of groups in a block: a fraction of a millisecond of work. */
export const blockSize = 2048;

const indexes = new WeakMap<GroupModel, readonly SearchBlock[]>();

/** A model's texts in blocks, built on first use. */
export function* searchIndexInSlices(model: GroupModel): Sliced<readonly SearchBlock[]> {
  const known = indexes.get(model);
  if (known) return known;
  const blocks: SearchBlock[] = [];
  for (let from = 0; from < model.size; from += blockSize) {
    blocks.push(blockOf(model, from, Math.min(from + blockSize, model.size)));
    yield;
  }
  indexes.set(model, blocks);
  return blocks;
}

function blockOf({ columns: { names, descriptions } }: GroupModel, from: number, to: number): SearchBlock {
  const lines: string[] = [];
  const nameEnds = new Int32Array(to - from);
  const ends = new Int32Array(to - from);
  let length = 0;
  for (let at = from; at < to; at += 1) {
    const name = (names[at] ?? '').replaceAll('\n', ' ').toLocaleLowerCase();
    const description = (descriptions[at] ?? '').toLocaleLowerCase();
    nameEnds[at - from] = length + name.length;
    length += name.length + 1 + description.length + 1;
    ends[at - from] = length - 1;
    lines.push(name, description);
  }
  return { text: lines.join('\n'), nameEnds, ends };
}
