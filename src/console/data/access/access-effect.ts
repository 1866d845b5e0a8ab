import { grantText, satisfies } from '../../../contract/access/privileges.ts';
import { count, isolate } from '../../lib/text.ts';
import type { GroupChain } from '../session/role-coverage.ts';
import { topGroup, type AccessRole } from './model.ts';
import { compareRoles } from './privileges.ts';

/** A change of a role, or of who has it. */
export interface RoleChange {
  path: string;
  /** What it's like for these users; undefined if they don't have it. */
  was: AccessRole | undefined;
  will: AccessRole | undefined;
  /** The paths of the roles of each user whom it concerns. */
  users: readonly (readonly string[])[];
  roles: readonly AccessRole[];
}

/** How many gains, and losses, are named, and privileges in each. */
const mostNamed = 5;

/** How long the comparison takes before others can continue, in milliseconds. */
const slice = 20;

/**
 * Says who gains and loses what: "3 users gain “Groups · change” in EMEA; nobody loses anything." Doesn't block the page: there may be
 * 50,000 users.
 */
export async function effectOf(
  { path, was, will, users, roles }: RoleChange,
  chainOf: (group: string) => GroupChain,
  nameOf: (group: string) => string,
  signal?: AbortSignal,
): Promise<string> {
  const changed = [was, will].flatMap((role) => role ?? []);
  const features = new Set(changed.flatMap(({ grants }) => grants.map(({ name }) => name)));
  const others = new Map(roles.map((role) => [role.path, role]));
  const isKnown = ({ grants, groups }: AccessRole) =>
    groups.every((group) => chainOf(group).complete) || !grants.some(({ name }) => features.has(name));
  const [gains, losses] = [new Map<string, number>(), new Map<string, number>()];
  let unknown = 0;
  // Most users have the same roles as others.
  const alike = new Map<string, number>();
  for (const held of users) alike.set(held.join(' '), (alike.get(held.join(' ')) ?? 0) + 1);
  let started = performance.now();
  for (const [held, times] of alike) {
    if (performance.now() - started > slice) {
      await new Promise((resolve) => setTimeout(resolve));
      signal?.throwIfAborted();
      started = performance.now();
    }
    const paths = held.split(' ').filter((each) => each !== '' && each !== path);
    const rest = paths.flatMap((each) => others.get(each) ?? []);
    if (rest.length < paths.length || ![...rest, ...changed].every(isKnown)) {
      unknown += times;
      continue;
    }
    const [left = [], right = []] = [was, will].map((role) => [...rest, ...(role ? [role] : [])]);
    // Elsewhere, nothing changes that doesn't change there.
    const groups = changed.flatMap((role) => role.groups);
    const rows = compareRoles(left, right, chainOf, groups).filter(({ feature }) => features.has(feature));
    for (const group of new Set(rows.map((row) => row.group)))
      for (const [counts, side, other] of [
        [gains, 'right', 'left'],
        [losses, 'left', 'right'],
      ] as const) {
        const kinds = rows
          .filter((row) => row.group === group)
          .flatMap((row) =>
            row[side]
              .filter((each) => !row[other].some((present) => satisfies(present, each)))
              .map((privilege) => `“${grantText({ name: row.feature, privilege })}”`),
          );
        const what = `${firstOf(kinds)} in ${group === topGroup ? 'every group' : isolate(nameOf(group))}`;
        if (kinds.length > 0) counts.set(what, (counts.get(what) ?? 0) + times);
      }
  }
  const list = (counts: ReadonlyMap<string, number>, verb: string) =>
    firstOf(
      Array.from(counts, ([what, some]) => `${count(some, 'user')} ${verb}${some > 1 ? '' : 's'} ${what}`),
    );
  const [gained, lost] = [list(gains, 'gain'), list(losses, 'lose')];
  const hasEffect = gained + lost !== '';
  const effect = hasEffect
    ? `${gained || 'Nobody gains anything'}; ${lost || 'nobody loses anything'}`
    : 'Nobody gains or loses anything';
  if (unknown === 0) return `${effect}.`;
  const hidden = `${count(unknown, 'user')} ${unknown === 1 ? 'has' : 'have'} roles or groups that you can't view`;
  return hasEffect
    ? `${effect}, as far as is known: ${hidden}.`
    : `Who gains or loses access isn't known: ${hidden}.`;
}

function firstOf(texts: readonly string[]): string {
  const more = texts.length - mostNamed;
  return [...texts.slice(0, mostNamed), ...(more > 0 ? [`and ${more} more`] : [])].join(', ');
}
