import { decide, missingGrants, type FeaturePrivilege, type Granting } from '../contract/access/decision.ts';
import { grantText } from '../contract/access/privileges.ts';
import { groupPath } from '../contract/groups/groups.ts';
import { msg } from '../contract/isolate.ts';
import { parseUrl } from '../contract/urls.ts';
import type { Listed } from './format.ts';
import {
  clear,
  findPlace,
  grouped,
  homeOf,
  problemOf,
  type Found,
  type KnownRecords,
  type Place,
  type Values,
} from './known.ts';
import { labelOf, type Step } from './steps.ts';

/** What a plan means for people. */
export interface Consequence {
  isWarning: boolean;
  text: string;
}

const mostNamed = 5;

/** How many combinations of a feature and a group are compared. */
const mostCompared = 300_000;

/** What steps mean, and why they can't be carried out. */
export function consequencesOf(
  steps: readonly Step[],
  known: KnownRecords,
  /** Path of the caller. */
  caller: string | undefined,
  hasSecret: (variable: string) => boolean = () => true,
) {
  const errors = steps
    .filter(({ action, record: { path } }) => action === 'delete' && path !== undefined && path === caller)
    .map((step) => msg`${labelOf(step)} can't be deleted: that's you`);
  const consequences = [...secretsMissing(steps, hasSecret)];
  if (!known.records.roles || !known.records.users) return { errors, consequences, losses: [] };
  const [before, after] = [new Access(known, []), new Access(known, steps)];
  for (const [place, why] of holdersOf(known.top, after.users.values(), after.roles.values()))
    if (place && after.deleted.has(place)) errors.push(`${msg`${place.key} can't be deleted`}: ${why}`);
  const self = caller === undefined ? undefined : known.byPath.get(caller);
  if (self && problemOf(self) === undefined && !self.hidden['roles']?.length)
    errors.push(...grantsMissing(steps, before, after, before.granted(heldBy(self.values))));
  if (known.top.path === groupPath(0) && before.hasAdministrator() && !after.hasAdministrator())
    errors.push(
      'This would lock out the last administrator: no one with a password would have “Users, roles and keys · change” in every group',
    );
  const changes = accessChanges(before, after);
  const [count, of] = [changes.losing, after.users.size];
  const loss = msg`${counted(count, 'lose')} all access, of ${of.toLocaleString('en')}`;
  return {
    errors,
    consequences: [
      ...consequences,
      ...(count > 0 ? [{ isWarning: true, text: loss }] : []),
      ...changes.consequences,
    ],
    losses: count > 0 ? [{ section: 'users' as const, count, of, isLoss: true }] : [],
  };
}

/** Why groups can't be deleted, and what to do: users belong to them, or roles are administered by them. */
export function holdersOf(top: Place, users: Iterable<Values>, roles: Iterable<Values>) {
  const found = new Map<Place | undefined, string>();
  for (const [place, members] of grouped(users, (values) => homeOf(top, values))) {
    const logins = someOf(members.map(({ login }) => String(login)));
    found.set(
      place,
      msg`${logins} ${members.length === 1 ? 'belongs' : 'belong'} to it: move or delete them first`,
    );
  }
  for (const [place, administered] of grouped(roles, (values) => homeOf(top, values))) {
    const names = someOf(administered.map(({ name }) => String(name)));
    const [noun, them] = administered.length === 1 ? ['role', 'it'] : ['roles', 'them'];
    const sentence = msg`it administers the ${noun} ${names}: delete ${them} first`;
    found.set(place, [found.get(place) ?? [], sentence].flat().join('; '));
  }
  return found;
}

/** What the service rejects, because no one can grant what they don't hold, or change what grants or holds more. */
function* grantsMissing(
  steps: readonly Step[],
  before: Access,
  after: Access,
  own: readonly Granting<Place>[],
): Generator<string> {
  const found = new Map<Granting<Place>, string | undefined>();
  const missingOf = (role: Granting<Place>) => {
    if (found.has(role)) return found.get(role);
    const [missing] = missingGrants(role, own, chainOf);
    found.set(role, missing && nameOfGrant(missing.required, missing.group));
    return found.get(role);
  };
  for (const step of steps) {
    const { section, record } = step;
    if (section !== 'roles' && section !== 'users') continue;
    const rolesIn = (access: Access) =>
      access.granted(section === 'roles' ? [record.key] : heldBy(access.users.get(record.key)));
    const missing = [...rolesIn(before), ...rolesIn(after)].map(missingOf).find(Boolean);
    if (missing !== undefined)
      yield `${msg`You can't ${step.action} ${labelOf(step)}`}: you don't hold ${missing}`;
  }
}

const nameOfGrant = ({ feature, privilege }: FeaturePrivilege, place: Place) =>
  msg`“${grantText({ name: feature, privilege })}” ${place.parent ? msg`in ${place.key}` : 'in every group'}`;

/** A group and those above it. */
function chainOf(place: Place): Place[] {
  const chain: Place[] = [];
  for (let at: Place | undefined = place; at; at = at.parent) chain.push(at);
  return chain;
}

/** The first few of many names. */
function someOf(names: readonly string[]): string[] {
  const more = names.length - mostNamed;
  return more > 0 ? [...names.slice(0, mostNamed), `${more.toLocaleString('en')} more`] : [...names];
}

/** Who can do what: roles and users as they are, or as they will be. */
class Access {
  readonly roles: ReadonlyMap<string, Values>;
  readonly users: ReadonlyMap<string, Values>;
  readonly deleted: ReadonlySet<Found>;
  private readonly grants: ReadonlyMap<string, Granting<Place>>;

  /** @param steps what has been done by then */
  constructor(
    private readonly known: KnownRecords,
    steps: readonly Step[],
  ) {
    this.roles = applied('roles', known, steps);
    this.users = applied('users', known, steps);
    this.deleted = new Set(steps.flatMap(({ action, record }) => (action === 'delete' ? [record] : [])));
    const grantsOf = ({ applies_to: texts, features }: Values): Granting<Place> => {
      const places = (texts as string[]).flatMap((text) => findPlace(known.top, text) ?? []);
      const grants = Object.entries(features as Record<string, string>);
      return {
        grants: grants.map(([name, privilege]) => ({ name, privilege })),
        groups: places.filter((place) => !this.deleted.has(place)),
      };
    };
    this.grants = new Map([...this.roles].map(([key, role]) => [key, grantsOf(role)]));
  }

  granted(keys: readonly string[]): Granting<Place>[] {
    return keys.flatMap((key) => this.grants.get(key) ?? []);
  }

  /** Whether someone who can sign in can restore everyone's access. */
  hasAdministrator(): boolean {
    const required = { feature: 'group_admin', privilege: 'rw' };
    return [...this.users.values()].some(
      (user) =>
        user['password'] === true &&
        decide({ roles: this.granted(heldBy(user)) }, required, [this.known.top]).granted,
    );
  }
}

/** @returns what changes, and how many users lose everything */
function accessChanges(before: Access, after: Access): { consequences: Consequence[]; losing: number } {
  let losing = 0;
  // Most users have the same roles as others.
  const held = [...after.users].map(
    ([login, user]) => [heldBy(before.users.get(login)), heldBy(user)] as const,
  );
  const alike = grouped(held, (roles) => JSON.stringify(roles));
  const counts = new Map<string, number>();
  let compared = 0;
  for (const users of alike.values()) {
    const count = users.length;
    const [was, is] = users[0] ?? [[], []];
    const [old, now] = [before.granted(was), after.granted(is)];
    if (
      JSON.stringify([was.map((key) => before.roles.get(key)), old.map(({ groups }) => groups.length)]) ===
      JSON.stringify([is.map((key) => after.roles.get(key)), now.map(({ groups }) => groups.length)])
    )
      continue;
    if (grantsAny(old) && !grantsAny(now)) losing += count;
    for (const [feature, place] of pairsIn([...old, ...now])) {
      compared += 1;
      if (compared > mostCompared) break;
      const [had, has] = [strongest(old, feature, place), strongest(now, feature, place)];
      if (had === has) continue;
      const isGain = has !== undefined && (had === undefined || has === 'rw');
      const what = nameOfGrant({ feature, privilege: (isGain ? has : had) ?? '' }, place);
      const change = `${isGain ? 'gain' : 'lose'} ${what}`;
      counts.set(change, (counts.get(change) ?? 0) + count);
    }
  }
  const consequences = [...counts].map(([change, users]): Consequence => {
    const [verb = '', ...what] = change.split(' ');
    return { isWarning: false, text: `${counted(users, verb)} ${what.join(' ')}` };
  });
  if (compared > mostCompared)
    consequences.push({ isWarning: true, text: 'More changes of access than can be listed' });
  return { consequences, losing };
}

const grantsAny = (roles: readonly Granting<Place>[]) =>
  roles.some(({ grants, groups }) => grants.length > 0 && groups.length > 0);

/** "1 user loses", "2 users lose" */
const counted = (users: number, verb: string) =>
  users === 1 ? `1 user ${verb}s` : `${users.toLocaleString('en')} users ${verb}`;

/** Each feature with each group on which a role grants it, once. */
function* pairsIn(roles: readonly Granting<Place>[]): Generator<[feature: string, place: Place]> {
  for (const feature of new Set(roles.flatMap(({ grants }) => grants.map(({ name }) => name)))) {
    const granting = roles.filter(({ grants }) => grants.some(({ name }) => name === feature));
    for (const place of new Set(granting.flatMap(({ groups }) => groups))) yield [feature, place];
  }
}

function strongest(roles: readonly Granting<Place>[], feature: string, place: Place): string | undefined {
  const chain = chainOf(place);
  const privileges = roles.flatMap(({ grants }) =>
    grants.flatMap((grant) => (grant.name === feature ? [grant.privilege] : [])),
  );
  const isGranted = (privilege: string) => decide({ roles }, { feature, privilege }, chain).granted;
  return [...new Set(['rw', 'ro', ...privileges])].find(isGranted);
}

function* secretsMissing(
  steps: readonly Step[],
  hasSecret: (variable: string) => boolean,
): Generator<Consequence> {
  for (const { section, action, record, secret, before, after } of steps) {
    if (secret && !hasSecret(secret.variable)) {
      const { variable } = secret;
      const text =
        section === 'users'
          ? msg`${record.key} can't sign in: password missing (${variable} isn't set)`
          : msg`Sign-in through ${record.key} will fail: secret missing (${variable} isn't set)`;
      yield { isWarning: true, text };
    }
    if (action === 'create' || after['token_endpoint'] === undefined || secret) continue;
    const [from, to] = [before, after].map((values) => parseUrl(String(values['token_endpoint']))?.origin);
    // The service sends a secret only where it was entered for (docs/decisions.md, "Trust").
    if (to !== undefined && from !== to)
      yield {
        isWarning: true,
        text: msg`Sign-in through ${record.key} will fail: its secret is only sent to ${from ?? 'another origin'}. Add replace: true to client_secret`,
      };
  }
}

/** Records after steps. */
function applied(section: Listed, known: KnownRecords, steps: readonly Step[]): Map<string, Values> {
  const result = new Map(clear(known, section).map(({ key, values }) => [key, values]));
  for (const { action, section: changed, record, before, after, secret, renamedFrom } of steps) {
    if (changed !== section || renamedFrom !== undefined) continue;
    if (action === 'delete') result.delete(record.key);
    else result.set(record.key, { ...before, ...after, ...(secret && { password: true }) });
  }
  return result;
}

const heldBy = (user: Values | undefined) => (user?.['roles'] ?? []) as string[];
