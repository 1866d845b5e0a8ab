import { searchText } from '../contract/search.ts';
import { msg } from '../contract/isolate.ts';
import { filledFields } from '../contract/oidc/metadata.ts';
import { oidcOpCreateBody } from '../contract/oidc/oidc-ops.ts';
import { checkedValues, secretProblem } from './fields.ts';
import { newDefaults, pathTo, type HeldRole, type Secret, type Section } from './format.ts';
import { identityOf, nameFields, recordFields, secretFields } from './kinds.ts';
import {
  byCode,
  childOf,
  clear,
  defaultsOf,
  everyPlace,
  isAmbiguous,
  Place,
  problemOf,
  roleFinder,
  sortedObject,
  type Found,
  type KnownRecords,
  type Values,
} from './known.ts';
import { groupText, labelIn, matcher, roleKey, topGroup, trimmed } from './names.ts';
import type { Configuration, Entry, GroupEntry, ValueProblem } from './read.ts';
import type { renamedBy } from './renames.ts';
import { isSame, stepOf, withoutEmptyFilled, type Step } from './steps.ts';

/** How to plan. */
export interface PlannerOptions {
  /** Whether to delete the records of the file's sections that the file doesn't contain, and reset left-out fields. */
  prune?: boolean;
  /** A variable's value, if it's known. */
  secretOf?(variable: string): string | undefined;
  /** What logins that look alike have in common: by default, all but case. `loginSkeleton` is too large for browsers. */
  skeletonOf?(login: string): string;
}

/** An entry whose references are found: undefined fields stay. */
interface Resolved {
  entry: Entry;
  key: string;
  set: Values;
  /** Whether something that it refers to doesn't exist. */
  isBroken: boolean;
}

/** Plans the sections of a file one after another. */
export class Planner {
  readonly known: KnownRecords;
  readonly problems: ValueProblem[];
  readonly steps: Step[];
  /** Entries that ask for a rename that can't be done. */
  private readonly failed: ReadonlySet<Entry>;
  /** The records that the file contains, with their entries, and those that it lacks and are deleted. */
  private readonly seen = new Map<Found, Entry>();
  private readonly deleted = new Set<Found>();
  private rolesCalled!: ReturnType<typeof roleFinder>;

  constructor(
    { known, steps, problems, failed }: ReturnType<typeof renamedBy>,
    private readonly wanted: Configuration,
    private readonly options: PlannerOptions,
  ) {
    this.known = known;
    this.steps = [...steps];
    this.problems = [...problems];
    this.failed = failed;
  }

  /** Plans the records of a section, after those that they refer to. */
  planSection(section: Section): void {
    const { records, top } = this.known;
    const roles = [...(records.roles ?? [])].filter(([, role]) => !this.deleted.has(role));
    this.rolesCalled = roleFinder(new Map(roles), top);
    if (section === 'groups') this.planGroups(this.wanted.groups ?? []);
    else this.planRecords(section, this.wanted[section] ?? [], records[section] ?? new Map());
    if (section === 'users') this.findLookAlikes();
    if (this.options.prune) this.prune(section);
  }

  private planGroups(groups: readonly GroupEntry[]): void {
    const open = [{ entries: groups, parent: this.known.top }];
    for (let next = open.pop(); next; next = open.pop()) {
      const { entries, parent } = next;
      const planned = this.planRecords('groups', entries, parent.children, parent);
      for (const entry of entries) {
        const place = planned.get(entry);
        if (place instanceof Place) open.push({ entries: entry.groups, parent: place });
      }
    }
  }

  /**
   * Plans records that have different keys.
   * @param parent of groups
   * @returns those that exist or are created, by their entries
   */
  private planRecords(
    section: Section,
    entries: readonly Entry[],
    records: Map<string, Found>,
    parent?: Place,
  ): Map<Entry, Found> {
    const planned = new Map<Entry, Found>();
    const resolved = entries.flatMap((entry) => this.resolved(section, entry) ?? []);
    const wanted = resolved.map(({ key }) => key);
    const match = matcher(records, wanted);
    for (const each of resolved) {
      const key = trimmed(each.key);
      const [existing = records.get(key), ...others] = match(each.key);
      const isUsable = this.isUsable(section, each, existing, others);
      if (existing) this.seen.set(existing, each.entry);
      const record = isUsable && (existing ?? this.create(section, each, key, records, parent));
      if (!record) continue;
      planned.set(each.entry, record);
      if (existing) this.update(section, each, existing);
      else this.seen.set(record, each.entry);
    }
    return planned;
  }

  /** Finds what an entry refers to. */
  private resolved(section: Section, entry: Entry): Resolved | undefined {
    const set: Record<string, unknown> = {};
    let isBroken = false;
    for (const [field, { kind }] of Object.entries(recordFields[section])) {
      const value = entry.values[field];
      // A password isn't one of the values.
      if (value === undefined || field === secretFields.users) continue;
      set[field] = this.resolvers[kind](value, entry, field);
      isBroken ||= set[field] === undefined;
    }
    const name = String(set[nameFields[section]]);
    if (section !== 'roles') return { entry, key: name, set, isBroken };
    if (!('administered_by' in set)) set['administered_by'] = this.administratorOf(entry, name);
    const { administered_by: group } = set;
    return typeof group === 'string' ? { entry, key: roleKey(group, name), set, isBroken } : undefined;
  }

  /** How the references of a field are found, by what it contains; undefined if they can't be. */
  private readonly resolvers = {
    text: (value: unknown) => value,
    flag: (value: unknown) => value,
    group: (value: unknown, entry: Entry, field: string) => this.group(value as string[], entry, [field]),
    groups: (value: unknown, entry: Entry, field: string) =>
      keysOf(value, (each, index) => this.group(each as string[], entry, [field, index])),
    roles: (value: unknown, entry: Entry) =>
      keysOf(value, (each, index) => this.role(each as HeldRole, entry, index)),
    features: (value: unknown) => sortedObject(Object.entries(value as object)),
  };

  /** A group that a record refers to, as text. @param path of the reference in the record */
  private group(names: readonly string[], entry: Entry, path: PropertyKey[]): string | undefined {
    const field = String(path[0]);
    const text = groupText(names);
    let place: Place | undefined = this.known.top;
    for (const name of names) {
      place = place && childOf(place, name);
      if (place?.others) return this.fail(entry, path, `${field}: ${text} ${problemOf(place)}`);
    }
    if (place && !this.deleted.has(place)) return place.key;
    const why = place ? 'is deleted, because the file has no such group' : this.missing('groups', text);
    return this.fail(entry, path, msg`${field}: ${text} ${why}`);
  }

  /** A role that a user has, which may be one that's created. */
  private role(role: HeldRole, entry: Entry, index: number): string | undefined {
    const name = typeof role === 'string' ? role : role.name;
    const [found, ...others] = this.rolesCalled(role);
    const problem = found
      ? (problemOf(found) ?? ambiguityOf([found, ...others]))
      : this.missing('roles', name.trim());
    return problem === undefined
      ? found?.key
      : this.fail(entry, ['roles', index], msg`roles: ${name} ${problem}`);
  }

  private missing(section: 'groups' | 'roles', name: string): string {
    return this.wanted.leftOut?.[section].has(name)
      ? `doesn't exist yet: apply the file's ${section} first, with --only ${section}`
      : "doesn't exist, and the file doesn't create it";
  }

  /** The group of the role with a name, if there's just one; the one at the top for a new role. */
  private administratorOf(entry: Entry, name: string): unknown {
    const found = this.rolesCalled(name);
    const problem = ambiguityOf(found);
    if (problem !== undefined) return this.fail(entry, ['name'], msg`${name} ${problem}`);
    return found[0]?.values['administered_by'] ?? topGroup;
  }

  /** Whether it's clear which record an entry means. */
  private isUsable(
    section: Section,
    { entry, isBroken }: Resolved,
    existing: Found | undefined,
    others: readonly Found[],
  ): boolean {
    if (isBroken || this.failed.has(entry)) return false;
    if (!existing) return true;
    const field = nameFields[section];
    const names = [existing, ...others].map(({ values }) => JSON.stringify(values[field]));
    const problem = others.length > 0 ? isAmbiguous(names) : problemOf(existing);
    const why = problem ?? (this.seen.has(existing) ? 'is in the file twice' : undefined);
    if (why !== undefined) this.fail(entry, [field], msg`${existing.label} ${why}`);
    return why === undefined;
  }

  private create(
    section: Section,
    resolved: Resolved,
    key: string,
    records: Map<string, Found>,
    parent: Place | undefined,
  ): Found | undefined {
    const { entry, set } = resolved;
    if (parent === this.known.top && parent.path === undefined)
      return this.fail(entry, ['name'], msg`${key} would be below a group that you can't view`);
    const secret = this.secretOf(section, entry, undefined);
    const checked = this.checked(section, entry, set);
    if (!checked) return undefined;
    const before = { ...defaultsOf(section, set), ...newDefaults[section] };
    const after = { ...before, ...checked };
    const record = parent
      ? new Place(parent, after as Place['values'])
      : { key, label: labelIn(section, key), values: after, hidden: {} };
    records.set(key, record);
    this.steps.push(stepOf('create', section, record, { before, after, secret }));
    if (section === 'oidc_providers') this.checkProvider(entry, after);
    return record;
  }

  /** What the service asks of a new provider besides its fields' limits. */
  private checkProvider(entry: Entry, after: Values): void {
    const { client_secret_ends_on: _ends, ...record } = withoutEmptyFilled(after);
    const data = { ...record, ...(entry.values['client_secret'] !== undefined && { client_secret: 'set' }) };
    for (const { path, message } of oidcOpCreateBody.safeParse({ data }).error?.issues ?? [])
      this.fail(entry, path.slice(1), `${path.slice(1).join('.')}: ${message}`);
  }

  private update(section: Section, { entry, set }: Resolved, existing: Found): void {
    const before = existing.values;
    const secret = this.secretOf(section, entry, existing);
    const others = Object.entries(set).filter(([name]) => !identityOf(section).includes(name));
    const checked = this.checked(section, entry, Object.fromEntries(others), before);
    if (!checked) return;
    const usual = this.options.prune ? defaultsOf(section, { ...before, ...checked }) : {};
    const after = Object.fromEntries(
      Object.entries({ ...usual, ...checked }).filter(([name, value]) => !isSame(value, before[name])),
    );
    if (Object.keys(after).length === 0 && !secret) return;
    // With a new metadata URL, the service refills what isn't sent.
    const kept = after['metadata_url']
      ? Object.entries(checked).filter(([name]) => filledFields.some((each) => each === name))
      : [];
    const all = { ...Object.fromEntries(kept), ...after };
    this.steps.push(stepOf('update', section, existing, { after: all, secret }));
  }

  /** The secret that's to be set, if it's asked for and isn't set already. */
  private secretOf(section: Section, entry: Entry, existing: Found | undefined) {
    const name = section === 'users' || section === 'oidc_providers' ? secretFields[section] : undefined;
    const given = name && (entry.values[name] as Secret | undefined);
    if (!given || (existing && given.replace !== true)) return undefined;
    const secret = { name, variable: given.env };
    const problem = secretProblem(secret, this.options.secretOf?.(secret.variable));
    return problem === undefined ? secret : this.fail(entry, [name, 'env'], problem);
  }

  private checked(section: Section, entry: Entry, set: Values, before: Values = {}) {
    return checkedValues(section, set, before, (path, message) => this.fail(entry, path, message));
  }

  private delete(section: Section, record: Found): void {
    this.deleted.add(record);
    this.steps.push(stepOf('delete', section, record));
  }

  /** Deletes what the file lacks. Groups are listed one by one, but the service deletes them together. */
  private prune(section: Section): void {
    if (section !== 'groups') {
      const unseen = clear(this.known, section).filter((record) => !this.seen.has(record));
      for (const record of unseen) this.delete(section, record);
      return;
    }
    for (const place of everyPlace(this.known.top)) {
      if (this.seen.has(place) || this.deleted.has(place) || place.others) continue;
      const below = [place, ...everyPlace(place)];
      const unnamed = below.find(({ others }) => others);
      if (unnamed) {
        const message = msg`${place.key} can't be deleted: ${unnamed.key} ${problemOf(unnamed) ?? ''}`;
        this.problems.push({ path: ['groups'], message });
      }
      for (const each of below) this.delete('groups', each);
    }
  }

  /** Finds new logins that the service rejects because they look like another one. */
  private findLookAlikes(): void {
    const { skeletonOf = searchText } = this.options;
    const isNew = ({ section, action, renamedFrom }: Step) =>
      section === 'users' && (action === 'create' || renamedFrom !== undefined);
    const added = new Set(this.steps.filter(isNew).map(({ record }) => record));
    if (added.size === 0) return;
    const users = [...(this.known.records.users?.values() ?? [])];
    const newLast = users.toSorted((one, other) => Number(added.has(one)) - Number(added.has(other)));
    const first = new Map<string, Found>();
    for (const user of newLast) {
      const skeleton = skeletonOf(user.key);
      const [other, entry] = [first.get(skeleton), this.seen.get(user)];
      if (!other) first.set(skeleton, user);
      else if (entry && added.has(user)) {
        const hint = this.seen.has(other) ? '' : msg`; to rename it, add renamed_from: ${other.key}`;
        this.fail(entry, ['login'], msg`login: ${user.key} looks like ${other.key}, which exists${hint}`);
      }
    }
  }

  /** @param path of what's wrong in the record */
  private fail({ where }: Entry, path: readonly PropertyKey[], message: string): undefined {
    this.problems.push({ path: pathTo(where, path), message });
  }
}

/** Sorted keys of what a list refers to; undefined if one isn't found. */
function keysOf(items: unknown, find: (item: unknown, index: number) => string | undefined) {
  const keys = (items as unknown[]).map(find);
  return keys.includes(undefined) ? undefined : [...new Set(keys as string[])].toSorted(byCode);
}

/** Why it isn't clear which of several roles is meant. */
function ambiguityOf(roles: readonly Found[]): string | undefined {
  const paths = roles.map(({ path, label }) => path ?? label);
  return paths.length > 1 ? `${isAmbiguous(paths)}; add administered_by` : undefined;
}
