import { satisfies } from '../../../contract/access/privileges.ts';
import { count, isolate, msg } from '../../lib/text.ts';
import type { GroupChain } from '../session/role-coverage.ts';
import { topGroup, type AccessRole } from './model.ts';
import { compareRoles } from './privileges.ts';

/** A change of a role, or of who has it. */
export interface RoleChange {
  /** The role's path. */
  path: string;
  /** What it's like for these users; undefined if they don't have it. */
  was: AccessRole | undefined;
  will: AccessRole | undefined;
  /** The paths of the roles of each user whom it concerns. */
  users: readonly (readonly string[])[];
  /** Every visible role. */
  roles: readonly AccessRole[];
}

/** A privilege on a group, and who gains or loses it: a number, and a text that's the same for the same users. */
interface Kind {
  what: string;
  where: string;
  users: number;
  who: string;
}

/** What users gain and lose, and for how many that isn't known. */
export interface AccessEffect {
  gains: readonly Kind[];
  losses: readonly Kind[];
  unknown: number;
}

/** How long the comparison takes before others can continue, in milliseconds. */
const slice = 20;

/**
 * Works out who gains and loses what, without blocking the page: there may be 50,000 users.
 * @param chainOf a group's ancestors, as far as they're known
 */
export async function effectOf(
  { path, was, will, users, roles }: RoleChange,
  chainOf: (group: string) => GroupChain,
  nameOf: (group: string) => string,
  signal?: AbortSignal,
): Promise<AccessEffect> {
  const changed = [was, will].flatMap((role) => role ?? []);
  const features = new Set(changed.flatMap(({ grants }) => grants.map(({ name }) => name)));
  const isKnown = (role: AccessRole) => role.groups.every((group) => chainOf(group).complete);
  if (!changed.every(isKnown)) return { gains: [], losses: [], unknown: users.length };
  const [gains, losses] = [new Map<string, Kind>(), new Map<string, Kind>()];
  let unknown = 0;
  // Undefined for those that grant none of the features.
  const others = new Map(
    roles.map((role) => {
      const grants = role.grants.filter(({ name }) => features.has(name));
      return [role.path, grants.length === 0 ? undefined : { ...role, grants, known: isKnown(role) }];
    }),
  );
  let started = performance.now();
  const pause = async () => {
    if (performance.now() - started < slice) return;
    await new Promise((resolve) => setTimeout(resolve));
    signal?.throwIfAborted();
    started = performance.now();
  };
  // Most users have the same roles as others.
  const alike = new Map<string, { paths: readonly string[]; times: number }>();
  for (const held of users) {
    await pause();
    const paths = held.filter((each) => each !== path && (others.get(each) || !others.has(each)));
    const key = paths.toSorted().join(' ');
    alike.set(key, { paths, times: (alike.get(key)?.times ?? 0) + 1 });
  }
  // Elsewhere, nothing changes that doesn't change there.
  const groups = changed.flatMap((role) => role.groups);
  for (const [who, { paths, times }] of alike) {
    await pause();
    const rest = paths.flatMap((each) => others.get(each) ?? []);
    if (rest.length < paths.length || rest.some(({ known }) => !known)) {
      unknown += times;
      continue;
    }
    const [left, right] = [was, will].map((role) => [...rest, ...(role ? [role] : [])]);
    for (const row of compareRoles(left ?? [], right ?? [], chainOf, groups)) {
      const { feature, group } = row;
      const where = group === topGroup ? 'every group' : isolate(nameOf(group));
      const add = (to: Map<string, Kind>, these: readonly string[], those: readonly string[]) => {
        for (const privilege of these) {
          if (those.some((other) => satisfies(other, privilege))) continue;
          const what = msg`${feature} ${privilege}`;
          const known = to.get(what + where) ?? { what, where, users: 0, who: '' };
          to.set(what + where, { ...known, users: known.users + times, who: `${known.who}\n${who}` });
        }
      };
      add(gains, row.right, row.left);
      add(losses, row.left, row.right);
    }
  }
  return { gains: [...gains.values()], losses: [...losses.values()], unknown };
}

/** How many kinds of gains, and of losses, are named, and privileges of each. */
const mostNamed = 5;

/** "3 users gain group rw in EMEA; nobody loses anything." */
export function effectText({ gains, losses, unknown }: AccessEffect): string {
  const firstOf = (texts: readonly string[]) => {
    const more = texts.length - mostNamed;
    return [...texts.slice(0, mostNamed), ...(more > 0 ? [`and ${more} more`] : [])].join(', ');
  };
  const list = (kinds: readonly Kind[], verb: string) => {
    const together = new Map<string, Kind & { all: string[] }>();
    for (const kind of kinds) {
      const { all } = together.get(kind.where + kind.who) ?? { all: [] };
      together.set(kind.where + kind.who, { ...kind, all: [...all, kind.what] });
    }
    const texts = [...together.values()].map(({ users, where, all }) => {
      const verbed = users === 1 ? `${verb}s` : verb;
      return `${count(users, 'user')} ${verbed} ${firstOf(all)} in ${where}`;
    });
    return firstOf(texts);
  };
  const [gained, lost] = [list(gains, 'gain'), list(losses, 'lose')];
  const known =
    gained + lost === ''
      ? 'Nobody gains or loses anything'
      : `${gained || 'Nobody gains anything'}; ${lost || 'nobody loses anything'}`;
  if (unknown === 0) return `${known}.`;
  const hidden = `${count(unknown, 'user')} ${unknown === 1 ? 'has' : 'have'} roles or groups that you can't view`;
  return gained + lost === ''
    ? `Who gains or loses access isn't known: ${hidden}.`
    : `${known}, as far as is known: ${hidden}.`;
}
