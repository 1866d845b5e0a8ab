import { defaultGroupId } from '../../../contract/groups/groups.ts';
import { writeCsv } from '../../lib/csv.ts';
import type { GroupModel } from './model.ts';

/** The columns of groups in a file. */
export const tableFields = ['name', 'description', 'parent'] as const;
export type TableField = (typeof tableFields)[number];

/** Names from the top, as in `EMEA > "R&D > Asia"`: those that contain a separator are quoted. */
export function writeNames(names: readonly string[]): string {
  return names
    .map((name) => (/[>›"]|^\/|^\s|\s$/.test(name) ? `"${name.replaceAll('"', '""')}"` : name))
    .join(' > ');
}

/** A part of a written parent: a name in quotation marks, or a text between separators. */
interface Part {
  text: string;
  quoted: boolean;
  /** The separator before it, with the spaces around it. */
  before: string;
}

/** Every way in which names can be written so: separators may also be part of a name. */
export function readingsOf(written: string): string[][] {
  const parts = partsOf(written);
  // Few names contain separators: of a long path, only the usual reading counts.
  if (parts.length > maxParts) return [parts.map(({ text }) => text)];
  let readings: string[][] = [[]];
  for (const [index, part] of parts.entries()) {
    const isJoint = index > 0 && !part.quoted && parts[index - 1]?.quoted === false;
    readings = readings.flatMap((names) => [[...names, part.text], ...(isJoint ? [join(names, part)] : [])]);
  }
  return readings;
}

const maxParts = 8;

const join = (names: readonly string[], { before, text }: Part) => [
  ...names.slice(0, -1),
  `${names.at(-1) ?? ''}${before}${text}`,
];

function partsOf(written: string): Part[] {
  const parts: Part[] = [];
  const pattern = /(\s*[>›]\s*|^\s*)(?:"((?:[^"]|"")*)"(?=\s*(?:[>›]|$))|([^>›]*?)(?=\s*(?:[>›]|$)))/gy;
  for (const [, before = '', quoted, text = ''] of written.trimEnd().matchAll(pattern))
    parts.push({ before, text: quoted?.replaceAll('""', '"') ?? text, quoted: quoted !== undefined });
  return parts;
}

/** A group's names from the top, without the Default group, which is above all. */
export function namesTo(model: GroupModel, id: number | undefined): string[] {
  const names: string[] = [];
  for (let at = id === undefined ? undefined : model.get(id); at && at.id !== defaultGroupId;) {
    names.push(at.name);
    at = at.parent === undefined ? undefined : model.get(at.parent);
  }
  return names.toReversed();
}

/** Groups with everything below them as CSV, which an import reads. */
export function groupsCsv(model: GroupModel, tops: readonly number[] = model.children(undefined)): string {
  const rows: string[][] = [];
  const visit = (id: number) => {
    const group = model.get(id);
    if (!group) return;
    if (id !== defaultGroupId)
      rows.push([group.name, group.description, writeNames(namesTo(model, group.parent))]);
    for (const child of model.children(id)) visit(child);
  };
  for (const id of tops) visit(id);
  return writeCsv([[...tableFields], ...rows]);
}
