/**
 * A record with every field that a page reads. What a service leaves out, or tells as something else, is as in `empty`:
 * the contract watch tells of it, and the page goes on.
 */
export function completed<Item extends object>(record: Item, empty: Partial<Item>): Item {
  const filled: Partial<Item> = { ...record };
  // The names of an object's own fields.
  for (const name of Object.keys(empty) as (keyof Item)[])
    if (kindOf(record[name]) !== kindOf(empty[name])) filled[name] = empty[name];
  // The fields that were there, and others of the same record.
  return filled as Item;
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'list' : typeof value;
}
