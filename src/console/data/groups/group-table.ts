import { groupText } from '../../../configuration/names.ts';
import { writeCsv } from '../../lib/csv.ts';
import { pathTo, type GroupModel } from './model.ts';

/** Groups with everything below them as CSV, which an import reads: parents by their names below the top group. */
export function groupsCsv(model: GroupModel, tops: readonly number[] = model.children(undefined)): string {
  const [first, second] = model.children(undefined);
  const top = second === undefined ? first : undefined;
  const rows: string[][] = [];
  const visit = (id: number, above: readonly string[]) => {
    const { name = '', description = '' } = model.get(id) ?? {};
    if (id !== top) rows.push([name, description, above.length === 0 ? '' : pathText(above)]);
    for (const child of model.children(id)) visit(child, id === top ? above : [...above, name]);
  };
  for (const id of tops) {
    const above = pathTo(model, id).slice(0, -1);
    visit(
      id,
      above.flatMap((each) => (each === top ? [] : (model.get(each)?.name ?? ''))),
    );
  }
  return writeCsv([['name', 'description', 'parent'], ...rows]);
}

/** A group's names as one text, which isn't taken for a path of the API. */
function pathText(names: readonly string[]): string {
  const text = groupText(names);
  return text.startsWith('/groups/') ? JSON.stringify(names) : text;
}
