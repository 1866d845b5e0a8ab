import { msg } from '../contract/isolate.ts';
import { filledFields } from '../contract/oidc/metadata.ts';
import { oidcOpCreateBody } from '../contract/oidc/oidc-ops.ts';
import { consequencesOf, type Consequence } from './consequences.ts';
import { checkedValues, defined, fieldsOf, shown } from './fields.ts';
import { inOrder } from './order.ts';
import { ambiguous, pruneGroups } from './prune-groups.ts';
import { deletionConsequences, deletionsOf, type Deletion } from './deletions.ts';
import { type Section, type RoleValues, type Secret, type UserValues, pathTo } from './format.ts';
import {
  byCode,
  defaultsOf,
  childOf,
  know,
  sortedObject,
  textOf,
  type KnownRecords,
  type Listed,
  type Place,
  type Values,
  roleFinder,
  type HeldRole,
} from './known.ts';
import { matcher, roleKey, roleLabel, topGroup, trimmed, groupText } from './names.ts';
import type { Configuration, Entry, GroupEntry, ValueProblem } from './read.ts';
import type { Current } from './service.ts';
import { isSame, withoutEmptyFilled, type FieldChange, type Step } from './steps.ts';

/** Why a plan can't be carried out, and where in the file if it's about something there. */
export interface PlanError {
  message: string;
  line?: number;
  column?: number;
}

export interface Plan {
  /** In the order in which they can be carried out. */
  steps: readonly Step[];
  /** Those of the file first, in its order. */
  errors: readonly PlanError[];
  /** What it means. */
  consequences: readonly Consequence[];
  deletions: readonly Deletion[];
  /** The tree with the groups that are to be created. */
  top: Place;
}

export interface PlanOptions {
  /** Whether to delete the records of the file's sections that the file doesn't contain, and reset left-out fields. */
  prune?: boolean;
  /** Whether it's only compared: what applying it would mean is left out, and why it can't be applied. */
  isComparison?: boolean;
  /** Whether a variable's value is known. */
  hasSecret?(variable: string): boolean;
}

/** Finds what has to be done so that a service is as a file says. */
export function plan(wanted: Configuration, current: Current, options: PlanOptions = {}): Plan {
  const planner = new Planner(know(current), wanted, options.prune === true);
  planner.planGroups();
  for (const section of ['roles', 'users', 'oidc_providers'] as const) {
    const reason = current.missing[section];
    if (wanted[section] && reason !== undefined)
      planner.problems.push({ path: [section], message: `${section}: ${reason}` });
    else if (wanted[section]) planner[section]();
  }
  const { known, problems } = planner;
  const { steps, consequences } = inOrder(planner.steps, known, current.user);
  const errors = wanted.locate(problems);
  const compared = {
    steps,
    errors,
    consequences: [],
    top: known.top,
    deletions: deletionsOf(steps, known),
  };
  if (options.isComparison) return compared;
  const found = consequencesOf(steps, known, current.user, options.hasSecret);
  return {
    ...compared,
    errors: [...errors, ...found.errors.map((message) => ({ message }))],
    consequences: [
      ...deletionConsequences(compared.deletions, steps),
      ...consequences,
      ...found.consequences,
    ],
  };
}

const quote = (name: string) => JSON.stringify(name);

class Planner {
  readonly problems: ValueProblem[] = [];
  readonly steps: Step[] = [];
  private readonly deleted = new Set<Place>();
  /** Sections and keys of the records that the file contains. */
  private readonly seen = new Set<string>();

  constructor(
    readonly known: KnownRecords,
    private readonly wanted: Configuration,
    private readonly prune: boolean,
  ) {}

  /** @param path of what's wrong in the record */
  private fail({ where }: Entry<unknown>, path: readonly PropertyKey[], message: string): undefined {
    this.problems.push({ path: pathTo(where, path), message });
  }

  planGroups(): void {
    const { groups } = this.wanted;
    if (!groups) return;
    const wanted = new Set<Place>();
    const open: { entries: readonly GroupEntry[]; parent: Place }[] = [
      { entries: groups, parent: this.known.top },
    ];
    for (let next = open.pop(); next; next = open.pop()) {
      const { entries, parent } = next;
      const match = matcher(
        parent.children.keys(),
        entries.map(({ values }) => values.name),
      );
      for (const entry of entries) {
        const place = this.placeFor(entry, parent, match(entry.values.name));
        if (!place) continue;
        if (wanted.has(place)) this.fail(entry, ['name'], msg`${textOf(place)} is in the file twice`);
        wanted.add(place);
        open.push({ entries: entry.groups, parent: place });
      }
    }
    if (this.prune) pruneGroups(this.known.top, wanted, this.steps, this.deleted, this.problems);
  }

  private placeFor(entry: GroupEntry, parent: Place, names: readonly string[]): Place | undefined {
    const { values } = entry;
    const [known = values.name.trim()] = names;
    const place = parent.children.get(known);
    if (names.length > 1) return this.fail(entry, ['name'], ambiguous(values.name, names.map(quote)));
    if (place?.duplicates) return this.fail(entry, ['name'], ambiguous(textOf(place), place.duplicates));
    if (place) {
      const before = { name: place.name, description: place.description };
      if (names.length === 0) return this.fail(entry, ['name'], msg`${textOf(place)} is in the file twice`);
      this.update(
        entry,
        { section: 'groups', key: '', place, path: place.path, before },
        { description: values.description },
      );
      return place;
    }
    if (parent === this.known.top && parent.path === undefined)
      return this.fail(entry, ['name'], msg`${values.name} would be below a group that you can't view`);
    const checked = this.checked('groups', entry, { name: values.name, description: values.description });
    if (!checked) return undefined;
    const created: Place = {
      name: String(checked['name']),
      parent,
      children: new Map(),
      description: values.description ?? '',
    };
    parent.children.set(created.name, created);
    const after = { description: created.description };
    this.steps.push({
      action: 'create',
      section: 'groups',
      key: '',
      place: created,
      after,
      fields: fieldsOf(after),
    });
    return created;
  }

  /** A group that a record refers to. @param path of the reference in the record */
  private group(names: readonly string[], entry: Entry<unknown>, ...path: PropertyKey[]): string | undefined {
    const field = String(path[0]);
    let place: Place | undefined = this.known.top;
    for (const name of names) {
      place = place && childOf(place, name);
      if (place?.duplicates)
        return this.fail(entry, path, `${field}: ${ambiguous(groupText(names), place.duplicates)}`);
    }
    if (place && !this.deleted.has(place)) return textOf(place);
    const why = place
      ? 'is deleted, because the file has no such group'
      : "doesn't exist, and the file doesn't create it";
    return this.fail(entry, path, msg`${field}: ${groupText(names)} ${why}`);
  }

  roles(): void {
    const found = (this.wanted.roles ?? []).flatMap((entry) => {
      const { name, features, administered_by: names, applies_to: groups, ...texts } = entry.values;
      const group = names ? this.group(names, entry, 'administered_by') : this.administratorOf(entry);
      const applies = groups?.map((each, index) => this.group(each, entry, 'applies_to', index));
      if (group === undefined || applies?.includes(undefined)) return [];
      const set = {
        ...texts,
        applies_to: applies && [...new Set(applies as string[])].toSorted(byCode),
        features: features && sortedObject(Object.entries(features)),
      };
      const identity = { name, administered_by: group };
      const given = { identity, set, otherwise: { applies_to: [], features: {} } };
      return [{ key: roleKey(group, name), entry, given }];
    });
    const match = this.matcherOf(
      'roles',
      found.map(({ key }) => key),
    );
    for (const { key, entry, given } of found) this.record('roles', key, match(key), entry, given);
    this.pruneList('roles');
  }

  /** The group of the role with a name, if there's just one; the one at the top for a new role. */
  private administratorOf(entry: Entry<RoleValues>): string | undefined {
    const { name } = entry.values;
    const { roles } = this.known.records;
    const all = [...(roles?.values() ?? [])];
    const exact = all.filter(({ values }) => values['name'] === name);
    const found =
      exact.length > 0 ? exact : all.filter(({ values }) => String(values['name']).trim() === name.trim());
    if (found.length < 2) return (found[0]?.values['administered_by'] as string | undefined) ?? topGroup;
    const paths = found.map(({ path }) => path);
    return this.fail(entry, ['name'], `${ambiguous(name, paths)}; add administered_by`);
  }

  users(): void {
    const roles = new Set(this.known.records.roles?.keys());
    for (const { action, section, key } of this.steps) {
      if (section === 'roles' && action === 'create') roles.add(key);
      if (section === 'roles' && action === 'delete') roles.delete(key);
    }
    const find = roleFinder(roles, this.known.top);
    const roleOf = (role: HeldRole, entry: Entry<UserValues>, index: number) => {
      const keys = find(role);
      const [key] = keys;
      const name = typeof role === 'string' ? role : role.name;
      if (keys.length === 1) return key;
      const paths = keys.map((each) => this.known.records.roles?.get(each)?.path ?? roleLabel(each));
      const sentence =
        key === undefined
          ? msg`${name} doesn't exist, and the file doesn't create it`
          : `${ambiguous(name, paths)}; add administered_by`;
      return this.fail(entry, ['roles', index], `roles: ${sentence}`);
    };
    const match = this.matcherOf(
      'users',
      (this.wanted.users ?? []).map(({ values }) => values.login),
    );
    for (const entry of this.wanted.users ?? []) {
      const { login, name, group: names, roles: held, password } = entry.values;
      const group = names && this.group(names, entry, 'group');
      const keys = held?.map((role, index) => roleOf(role, entry, index));
      if ((names && group === undefined) || keys?.includes(undefined)) continue;
      const set = { name, group, roles: keys && [...new Set(keys as string[])].toSorted(byCode) };
      const secret = password && { field: 'password', ...password };
      this.record('users', login, match(login), entry, {
        identity: { login },
        set,
        otherwise: { group: topGroup, roles: [] },
        secret,
      });
    }
    this.pruneList('users');
  }

  oidc_providers(): void {
    const match = this.matcherOf(
      'oidc_providers',
      (this.wanted.oidc_providers ?? []).map(({ values }) => values.name),
    );
    for (const entry of this.wanted.oidc_providers ?? []) {
      const { name, client_secret: given, ...set } = entry.values;
      const secret = given && { field: 'client_secret', ...given };
      const step = this.record('oidc_providers', name, match(name), entry, {
        identity: { name },
        set,
        otherwise: {},
        secret,
      });
      if (step?.action !== 'create') continue;
      const sent = { ...withoutEmptyFilled(step.after), ...(secret && { client_secret: 'set' }) };
      for (const { path, message } of oidcOpCreateBody.safeParse({ data: sent }).error?.issues ?? [])
        this.fail(entry, path.slice(1), `${path.slice(1).join('.')}: ${message}`);
    }
    this.pruneList('oidc_providers');
  }

  /** Plans one record. @param given `otherwise` are the values of a new record beyond the defaults */
  private record(
    section: Listed,
    wanted: string,
    keys: readonly string[],
    entry: Entry<unknown>,
    given: {
      identity: Values;
      set: Values;
      otherwise: Values;
      secret?: (Secret & { field: string }) | undefined;
    },
  ): Step | undefined {
    const [key = trimmed(wanted)] = keys;
    const label = section === 'roles' ? roleLabel(key) : key;
    const duplicates = this.known.ambiguous[section]?.get(key);
    const naming = section === 'users' ? ['login'] : ['name'];
    if (keys.length > 1) return this.fail(entry, naming, ambiguous(label, keys.map(quote)));
    if (duplicates) return this.fail(entry, naming, ambiguous(label, duplicates));
    if (this.seen.has(`${section} ${key}`))
      return this.fail(entry, naming, msg`${label} is in the file twice`);
    this.seen.add(`${section} ${key}`);
    const incomplete = this.known.incomplete[section].get(key);
    if (incomplete !== undefined)
      return this.fail(entry, naming, msg`${label} can't be compared: ${incomplete}`);
    const { identity, set, otherwise, secret } = given;
    const existing = this.known.records[section]?.get(key);
    const variable = secret && { name: secret.field, variable: secret.env };
    if (existing) {
      const { path, values: before, hidden } = existing;
      return this.update(
        entry,
        { section, key, path, before, hidden },
        set,
        secret?.replace === true ? variable : undefined,
      );
    }
    const checked = this.checked(section, entry, { ...identity, ...set });
    if (!checked) return undefined;
    const after = { ...identity, ...defaultsOf(section, set), ...otherwise, ...checked };
    // What it's called is its label, and defaults say nothing.
    const shownFields = Object.entries(checked).filter(([name]) => !(name in identity));
    const fields = [...fieldsOf(Object.fromEntries(shownFields)), ...(variable ? [variable] : [])];
    const step: Step = { action: 'create', section, key, after, fields };
    this.steps.push(step);
    return step;
  }

  private checked(section: Section, entry: Entry<unknown>, set: Values, before: Values = {}) {
    return checkedValues(section, set, before, (path, message) => this.fail(entry, path, message));
  }

  private matcherOf(section: Listed, wanted: readonly string[]) {
    const { known } = this;
    const all = [known.records[section], known.ambiguous[section], known.incomplete[section]];
    return matcher(
      all.flatMap((each) => [...(each?.keys() ?? [])]),
      wanted,
    );
  }

  private update(
    entry: Entry<unknown>,
    record: Pick<Step, 'section' | 'key' | 'place' | 'path' | 'hidden'> & { before: Values },
    given: Values,
    secret?: FieldChange,
  ): Step | undefined {
    const { section, before } = record;
    const set = this.checked(section, entry, given, before);
    if (!set) return undefined;
    const usual = this.prune ? defaultsOf(section, { ...before, ...defined(set) }) : {};
    const after = Object.fromEntries(
      Object.entries({ ...usual, ...defined(set) }).filter(([name, value]) => !isSame(value, before[name])),
    );
    const fields = Object.entries(after).map(([name, value]): FieldChange => ({
      name,
      before: shown(name, before[name]),
      after: shown(name, value),
    }));
    if (secret) fields.push(secret);
    if (fields.length === 0) return undefined;
    // With a new metadata URL, the service refills what isn't sent.
    const kept = after['metadata_url']
      ? Object.entries(defined(set)).filter(([name]) => isFilled.has(name))
      : [];
    const all = { ...Object.fromEntries(kept), ...after };
    const step: Step = { ...record, action: 'update', after: all, fields };
    this.steps.push(step);
    return step;
  }

  private pruneList(section: Listed): void {
    if (!this.prune) return;
    for (const { key, path, values: before, hidden } of this.known.records[section]?.values() ?? []) {
      if (!this.seen.has(`${section} ${key}`))
        this.steps.push({ action: 'delete', section, key, path, before, hidden, after: {}, fields: [] });
    }
  }
}

const isFilled: ReadonlySet<string> = new Set(filledFields);
