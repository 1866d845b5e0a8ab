/**
 * Fills in what a page reads but a service omits or returns with another type, so that the page keeps working. The
 * contract watch reports such fields.
 * @param empty the values to fill in
 */
export function fillRecord<Item extends object>(record: Item, empty: Partial<Item>): Item {
  const filled: Partial<Item> = { ...record };
  // An object's own field names.
  for (const name of Object.keys(empty) as (keyof Item)[])
    if (kindOf(record[name]) !== kindOf(empty[name])) filled[name] = empty[name];
  // Complete by construction.
  return filled as Item;
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'list' : typeof value;
}
