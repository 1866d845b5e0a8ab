import { searchText } from '../contract/search.ts';
import { msg } from '../contract/isolate.ts';
import { filledFields } from '../contract/oidc/metadata.ts';
import { oidcOpCreateBody } from '../contract/oidc/oidc-ops.ts';
import { checkedValues, fieldsOf, lookAlikes, secretProblem, shown } from './fields.ts';
import { newDefaults, type Section, type Secret, pathTo } from './format.ts';
import { nameFields, recordFields, secretFields } from './kinds.ts';
import {
  byCode,
  childOf,
  clear,
  defaultsOf,
  everyPlace,
  isAmbiguous,
  namesOf,
  Place,
  problemOf,
  roleFinder,
  sortedObject,
  type Found,
  type HeldRole,
  type KnownRecords,
  type Listed,
  type Values,
} from './known.ts';
import { groupText, matcher, roleKey, roleLabel, topGroup, trimmed } from './names.ts';
import type { Configuration, Entry, GroupEntry, ValueProblem } from './read.ts';
import type { renamedBy } from './renames.ts';
import { changeOf, deletionOf, isSame, withoutEmptyFilled, type FieldChange, type Step } from './steps.ts';

const quote = (name: string) => JSON.stringify(name);

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
  entry: Entry<Values>;
  key: string;
  /** What it's called, and the group that administers it. */
  identity: Values;
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
  private readonly failed: ReadonlySet<Entry<unknown>>;
  private readonly deleted = new Set<Place>();
  /** Sections and keys of the records that the file contains. */
  private readonly seen = new Set<string>();

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
      const above = namesOf(parent);
      const match = matcher(
        parent.children.keys(),
        entries.map(({ values }) => values.name),
      );
      for (const entry of entries) {
        const { name, description } = entry.values;
        const names = match(name);
        const [found = name.trim()] = names;
        const existing = parent.children.get(found);
        const key = groupText([...above, found]);
        if (!this.isUsable('groups', entry, key, names, existing, existing && wanted.has(existing))) continue;
        if (existing) this.update('groups', entry, existing, { description });
        const place = existing ?? this.created(entry, key, parent);
        if (!place) continue;
        wanted.add(place);
        open.push({ entries: entry.groups, parent: place });
      }
    }
    if (this.options.prune) this.pruneGroups(wanted);
  }

  private created(entry: GroupEntry, key: string, parent: Place): Place | undefined {
    const { name, description } = entry.values;
    if (parent === this.known.top && parent.path === undefined)
      return this.fail(entry, ['name'], msg`${name} would be below a group that you can't view`);
    const step = this.create('groups', entry, key, { name }, { description });
    if (!step) return undefined;
    step.place = new Place(parent, step.after as Place['values']);
    parent.children.set(step.place.name, step.place);
    return step.place;
  }

  /** Deletes the groups that aren't wanted: the service together, but they're listed one by one. */
  private pruneGroups(wanted: ReadonlySet<Place>): void {
    const open = [...this.known.top.children.values()];
    for (let place = open.pop(); place; place = open.pop()) {
      if (wanted.has(place)) open.push(...place.children.values());
      if (wanted.has(place) || place.others) continue;
      const below = [place, ...everyPlace(place)];
      const unnamed = below.find(({ others }) => others);
      if (unnamed) {
        const message = msg`${place.key} can't be deleted: ${unnamed.key} ${problemOf(unnamed) ?? ''}`;
        this.problems.push({ path: ['groups'], message });
        continue;
      }
      for (const each of below) {
        this.deleted.add(each);
        this.steps.push(deletionOf('groups', each));
      }
    }
  }

  /** A group that a record refers to, as text. @param path of the reference in the record */
  private group(names: readonly string[], entry: Entry<unknown>, path: PropertyKey[]): string | undefined {
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

  private missing(section: 'groups' | 'roles', name: string): string {
    return this.wanted.leftOut?.[section].has(name)
      ? `doesn't exist yet: apply the file's ${section} first, with --only ${section}`
      : "doesn't exist, and the file doesn't create it";
  }

  /** Plans the records of a section, after those that they refer to. */
  planListed(section: Listed): void {
    const entries: readonly Entry<Values>[] = this.wanted[section] ?? [];
    const roleOf = section === 'users' ? this.roleResolver() : undefined;
    const found = entries.flatMap((entry) => this.resolved(section, entry, roleOf) ?? []);
    const match = matcher(
      this.known.records[section]?.keys() ?? [],
      found.map(({ key }) => key),
    );
    for (const each of found) this.record(section, match(each.key), each);
    if (section === 'users') this.findLookAlikes();
    if (!this.options.prune) return;
    for (const record of clear(this.known, section))
      if (!this.seen.has(`${section} ${record.key}`)) this.steps.push(deletionOf(section, record));
  }

  /** Finds what an entry refers to. */
  private resolved(
    section: Listed,
    entry: Entry<Values>,
    roleOf: ((role: HeldRole, entry: Entry<unknown>, index: number) => string | undefined) | undefined,
  ): Resolved | undefined {
    const listOf = (items: unknown, find: (item: unknown, index: number) => string | undefined) => {
      const keys = (items as unknown[]).map(find);
      return keys.includes(undefined) ? undefined : [...new Set(keys as string[])].toSorted(byCode);
    };
    const resolvers = {
      text: (value: unknown) => value,
      flag: (value: unknown) => value,
      group: (value: unknown, name: string) => this.group(value as string[], entry, [name]),
      groups: (value: unknown, name: string) =>
        listOf(value, (each, index) => this.group(each as string[], entry, [name, index])),
      roles: (value: unknown) => listOf(value, (each, index) => roleOf?.(each as HeldRole, entry, index)),
      features: (value: unknown) => sortedObject(Object.entries(value as object)),
    };
    const resolved: Record<string, unknown> = {};
    let isBroken = false;
    for (const [field, { kind }] of Object.entries(recordFields[section])) {
      const value = entry.values[field];
      // A password isn't one of the values.
      if (value === undefined || field === secretFields.users) continue;
      resolved[field] = resolvers[kind](value, field);
      isBroken ||= resolved[field] === undefined;
    }
    const { [nameFields[section]]: given, administered_by: found, ...set } = resolved;
    const name = String(given);
    if (section !== 'roles')
      return { entry, key: name, identity: { [nameFields[section]]: name }, set, isBroken };
    const group =
      'administered_by' in resolved ? (found as string | undefined) : this.administratorOf(entry, name);
    if (group === undefined) return undefined;
    return {
      entry,
      key: roleKey(group, name),
      identity: { name, administered_by: group },
      set,
      isBroken,
    };
  }

  /** The group of the role with a name, if there's just one; the one at the top for a new role. */
  private administratorOf(entry: Entry<unknown>, name: string): string | undefined {
    const all = [...(this.known.records.roles?.values() ?? [])];
    const exact = all.filter(({ values }) => values['name'] === name);
    const found =
      exact.length > 0 ? exact : all.filter(({ values }) => String(values['name']).trim() === name.trim());
    if (found.length < 2) return (found[0]?.values['administered_by'] as string | undefined) ?? topGroup;
    const paths = found.map(({ path }) => path);
    return this.fail(entry, ['name'], msg`${name} ${isAmbiguous(paths)}; add administered_by`);
  }

  /** Finds the roles that users have, also those that are created. */
  private roleResolver() {
    const roles = new Set(this.known.records.roles?.keys());
    for (const { action, section, key } of this.steps) {
      if (section === 'roles' && action === 'create') roles.add(key);
      if (section === 'roles' && action === 'delete') roles.delete(key);
    }
    const find = roleFinder(roles, this.known.top);
    return (role: HeldRole, entry: Entry<unknown>, index: number) => {
      const keys = find(role);
      const [key] = keys;
      const known = keys.map((each) => this.known.records.roles?.get(each));
      const problem = known[0] && problemOf(known[0]);
      if (key !== undefined && keys.length === 1 && problem === undefined) return key;
      const name = typeof role === 'string' ? role : role.name;
      const paths = known.map((each, at) => each?.path ?? roleLabel(keys[at] ?? ''));
      const why =
        key === undefined
          ? this.missing('roles', name.trim())
          : (problem ?? `${isAmbiguous(paths)}; add administered_by`);
      return this.fail(entry, ['roles', index], msg`roles: ${name} ${why}`);
    };
  }

  private findLookAlikes(): void {
    const logins = [...(this.known.records.users?.keys() ?? [])];
    const { skeletonOf = searchText } = this.options;
    for (const [login, other] of lookAlikes(this.steps, logins, skeletonOf)) {
      const entry = this.wanted.users?.find(({ values }) => values.login.trim() === login);
      const hint = this.seen.has(`users ${other}`) ? '' : msg`; to rename it, add renamed_from: ${other}`;
      if (entry) this.fail(entry, ['login'], msg`login: ${login} looks like ${other}, which exists${hint}`);
    }
  }

  /** Whether it's clear which record an entry means. @param keys of those that it can mean */
  private isUsable(
    section: Section,
    entry: Entry<unknown>,
    label: string,
    keys: readonly string[],
    existing: Found | undefined,
    isTwice = false,
  ): boolean {
    if (this.failed.has(entry)) return false;
    const problem = keys.length > 1 ? isAmbiguous(keys.map(quote)) : existing && problemOf(existing);
    const why = problem ?? (isTwice ? 'is in the file twice' : undefined);
    if (why !== undefined) this.fail(entry, [nameFields[section]], msg`${label} ${why}`);
    return why === undefined;
  }

  private record(
    section: Listed,
    keys: readonly string[],
    { entry, key: wanted, identity, set, isBroken }: Resolved,
  ): void {
    const [key = trimmed(wanted)] = keys;
    const existing = this.known.records[section]?.get(key);
    const seen = `${section} ${key}`;
    const label = section === 'roles' ? roleLabel(key) : key;
    const isUsable = !isBroken && this.isUsable(section, entry, label, keys, existing, this.seen.has(seen));
    this.seen.add(seen);
    if (!isUsable) return;
    const name = section === 'roles' ? undefined : secretFields[section];
    const secret = name && (entry.values[name] as Secret | undefined);
    const variable = secret && { name, variable: secret.env };
    const isSent = variable && (!existing || secret.replace === true);
    const unusable = isSent && secretProblem(variable, this.options.secretOf?.(variable.variable));
    if (unusable) return this.fail(entry, [variable.name, 'env'], unusable);
    const secrets = isSent ? [variable] : [];
    if (existing) return this.update(section, entry, existing, set, secrets);
    const step = this.create(section, entry, key, identity, set, secrets);
    if (step && section === 'oidc_providers') this.checkProvider(entry, step.after, secret !== undefined);
  }

  private create(
    section: Section,
    entry: Entry<unknown>,
    key: string,
    identity: Values,
    set: Values,
    secrets: readonly FieldChange[] = [],
  ): Step | undefined {
    const checked = this.checked(section, entry, { ...identity, ...set });
    if (!checked) return undefined;
    const after = { ...defaultsOf(section, set), ...newDefaults[section], ...checked };
    // What it's called is its label, and defaults say nothing.
    const others = Object.fromEntries(Object.entries(checked).filter(([field]) => !(field in identity)));
    const step: Step = { action: 'create', section, key, after, fields: [...fieldsOf(others), ...secrets] };
    this.steps.push(step);
    return step;
  }

  /** What the service asks of a new provider besides its fields' limits. */
  private checkProvider(entry: Entry<unknown>, after: Values, hasSecret: boolean): void {
    const { client_secret_ends_on: _ends, ...record } = withoutEmptyFilled(after);
    const data = { ...record, ...(hasSecret && { client_secret: 'set' }) };
    for (const { path, message } of oidcOpCreateBody.safeParse({ data }).error?.issues ?? [])
      this.fail(entry, path.slice(1), `${path.slice(1).join('.')}: ${message}`);
  }

  private checked(section: Section, entry: Entry<unknown>, set: Values, before: Values = {}) {
    return checkedValues(section, set, before, (path, message) => this.fail(entry, path, message));
  }

  private update(
    section: Section,
    entry: Entry<unknown>,
    existing: Found,
    given: Values,
    secrets: readonly FieldChange[] = [],
  ): void {
    const before = existing.values;
    const checked = this.checked(section, entry, given, before);
    if (!checked) return;
    const usual = this.options.prune ? defaultsOf(section, { ...before, ...checked }) : {};
    const after = Object.fromEntries(
      Object.entries({ ...usual, ...checked }).filter(([name, value]) => !isSame(value, before[name])),
    );
    const changes = Object.entries(after).map(([name, value]): FieldChange => ({
      name,
      before: shown(name, before[name]),
      after: shown(name, value),
    }));
    const fields = [...changes, ...secrets];
    if (fields.length === 0) return;
    // With a new metadata URL, the service refills what isn't sent.
    const kept = after['metadata_url']
      ? Object.entries(checked).filter(([name]) => filledFields.some((each) => each === name))
      : [];
    const all = { ...Object.fromEntries(kept), ...after };
    this.steps.push(changeOf(section, existing, { action: 'update', after: all, fields }));
  }
}
