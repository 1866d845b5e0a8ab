import { searchText } from '../contract/search.ts';
import { msg } from '../contract/isolate.ts';
import { filledFields } from '../contract/oidc/metadata.ts';
import { oidcOpCreateBody } from '../contract/oidc/oidc-ops.ts';
import {
  checkedValues,
  defined,
  fieldsOf,
  lookAlikes,
  secretProblem,
  shown,
  type SecretField,
} from './fields.ts';
import { type Section, type RoleValues, type Secret, type UserValues, pathTo } from './format.ts';
import {
  byCode,
  defaultsOf,
  childOf,
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
import { ambiguous, pruneGroups } from './prune-groups.ts';
import type { Configuration, Entry, GroupEntry, ValueProblem } from './read.ts';
import type { renamedBy } from './renames.ts';
import { isSame, withoutEmptyFilled, type FieldChange, type Step } from './steps.ts';

const quote = (name: string) => JSON.stringify(name);

/** @param leftOut the section that would create it, if that isn't applied */
const missing = (leftOut: Section | false) =>
  leftOut
    ? `doesn't exist yet: apply the file's ${leftOut} first, with --only ${leftOut}`
    : "doesn't exist, and the file doesn't create it";

/** How to plan. */
export interface PlannerOptions {
  /** Whether to delete the records of the file's sections that the file doesn't contain, and reset left-out fields. */
  prune?: boolean;
  /** A variable's value, if it's known. */
  secretOf?(variable: string): string | undefined;
  /** What logins that look alike have in common: by default, all but case. `loginSkeleton` is too large for browsers. */
  skeletonOf?(login: string): string;
}

/** Plans the sections of a file one after another. */
export class Planner {
  readonly known: KnownRecords;
  readonly problems: ValueProblem[];
  readonly steps: Step[];
  /** Entries that ask for a rename that can't be done. */
  private readonly failed: ReadonlySet<Entry<unknown>>;
  private readonly prune: boolean;
  private readonly secretOf: (variable: string) => string | undefined;
  private readonly skeletonOf: (login: string) => string;
  private readonly deleted = new Set<Place>();
  /** Sections and keys of the records that the file contains. */
  private readonly seen = new Set<string>();

  constructor(
    { known, steps, problems, failed }: ReturnType<typeof renamedBy>,
    private readonly wanted: Configuration,
    { prune = false, secretOf = () => undefined, skeletonOf = searchText }: PlannerOptions,
  ) {
    this.prune = prune;
    this.secretOf = secretOf;
    this.skeletonOf = skeletonOf;
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
    if (this.failed.has(entry)) return undefined;
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
    const text = groupText(names);
    const why = place
      ? 'is deleted, because the file has no such group'
      : missing(this.wanted.leftOut?.groups.has(text) === true && 'groups');
    return this.fail(entry, path, msg`${field}: ${text} ${why}`);
  }

  roles(): void {
    const found = (this.wanted.roles ?? []).flatMap((entry) => {
      const {
        name,
        renamed_from: _,
        features,
        administered_by: names,
        applies_to: groups,
        ...texts
      } = entry.values;
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
          ? msg`${name} ${missing(this.wanted.leftOut?.roles.has(name.trim()) === true && 'roles')}`
          : `${ambiguous(name, paths)}; add administered_by`;
      return this.fail(entry, ['roles', index], `roles: ${sentence}`);
    };
    const match = this.matcherOf(
      'users',
      (this.wanted.users ?? []).map(({ values }) => values.login),
    );
    for (const entry of this.wanted.users ?? []) {
      const { login, name, group: names, roles: held, suspended, password } = entry.values;
      const group = names && this.group(names, entry, 'group');
      const keys = held?.map((role, index) => roleOf(role, entry, index));
      if ((names && group === undefined) || keys?.includes(undefined)) {
        // It isn't missing in the file.
        for (const key of match(login)) this.seen.add(`users ${key}`);
        continue;
      }
      const set = { name, group, roles: keys && [...new Set(keys as string[])].toSorted(byCode), suspended };
      const secret = password && { field: 'password' as const, ...password };
      this.record('users', login, match(login), entry, {
        identity: { login },
        set,
        otherwise: { group: topGroup, roles: [] },
        secret,
      });
    }
    const logins = this.keysOf('users');
    for (const [login, other] of lookAlikes(this.steps, logins, this.skeletonOf)) {
      const entry = this.wanted.users?.find(({ values }) => values.login.trim() === login);
      const hint = this.seen.has(`users ${other}`) ? '' : msg`; to rename it, add renamed_from: ${other}`;
      if (entry) this.fail(entry, ['login'], msg`login: ${login} looks like ${other}, which exists${hint}`);
    }
    this.pruneList('users');
  }

  oidc_providers(): void {
    const match = this.matcherOf(
      'oidc_providers',
      (this.wanted.oidc_providers ?? []).map(({ values }) => values.name),
    );
    for (const entry of this.wanted.oidc_providers ?? []) {
      const { name, renamed_from: _, client_secret: given, ...set } = entry.values;
      const secret = given && { field: 'client_secret' as const, ...given };
      const step = this.record('oidc_providers', name, match(name), entry, {
        identity: { name },
        set,
        otherwise: {},
        secret,
      });
      if (step?.action !== 'create') continue;
      const { client_secret_ends_on: _ends, ...record } = withoutEmptyFilled(step.after);
      const sent = { ...record, ...(secret && { client_secret: 'set' }) };
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
      secret?: (Secret & { field: SecretField }) | undefined;
    },
  ): Step | undefined {
    if (this.failed.has(entry)) return undefined;
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
    const isSent = !existing || secret?.replace === true;
    const unusable = isSent && variable && secretProblem(variable, this.secretOf);
    if (unusable) return this.fail(entry, [variable.name, 'env'], unusable);
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

  private keysOf(section: Listed): string[] {
    const { records, ambiguous: several, incomplete } = this.known;
    return [records[section], several[section], incomplete[section]].flatMap((each) => [
      ...(each?.keys() ?? []),
    ]);
  }

  private matcherOf(section: Listed, wanted: readonly string[]) {
    return matcher(this.keysOf(section), wanted);
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
