import type { UserValues } from './format.ts';
import { placeIn, textOf, type Place } from './known.ts';
import { roleKey, trimmed } from './names.ts';

export type HeldRole = NonNullable<UserValues['roles']>[number];

/** Finds the keys of roles by what a file calls them: several if it's ambiguous. */
export function roleFinder(roles: ReadonlySet<string>, top: Place) {
  const byName = new Map<string, string[]>();
  for (const key of roles) {
    const name = key.slice(key.indexOf('\n') + 1);
    byName.set(name, [...(byName.get(name) ?? []), key]);
  }
  const byTrimmed = new Map<string, string[]>();
  for (const [name, keys] of byName)
    byTrimmed.set(name.trim(), [...(byTrimmed.get(name.trim()) ?? []), ...keys]);
  const keysIn = (place: Place | undefined, name: string) => {
    const group = place && textOf(place);
    if (group === undefined) return [];
    const exact = roleKey(group, name);
    const similar = (byTrimmed.get(name.trim()) ?? []).filter((key) => trimmed(key) === trimmed(exact));
    return roles.has(exact) ? [exact] : similar;
  };
  return (role: HeldRole): readonly string[] =>
    typeof role === 'string'
      ? (byName.get(role) ?? byTrimmed.get(role.trim()) ?? [])
      : keysIn(placeIn(top, role.administered_by), role.name);
}
