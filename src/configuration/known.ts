import { recordPathIn, type Collection } from '../contract/path-fields.ts';
import { defaults, listedSections, type HeldRole, type Listed, type Section } from './format.ts';
import { nameFields, recordFields } from './kinds.ts';
import { groupText, labelIn, matcher, namesOfText, roleKey } from './names.ts';
import { fieldsOf, pathOf, type Current } from './service.ts';

/** A record's values as a file has them: other records by their names, lists sorted. */
export type Values = Readonly<Record<string, unknown>>;

/** A record. */
export interface Found {
  /** What a file identifies it by; the same for no other record of its section. Of a group, its text. */
  readonly key: string;
  /** How people read it. */
  readonly label: string;
  /** `/groups/<id>`; undefined for a record that's to be created. */
  path?: string | undefined;
  values: Values;
  /** Paths that it refers to and the caller can't see, or no file can name, by field. They stay. */
  hidden: Readonly<Record<string, readonly string[]>>;
  /** Paths of further records that a file would call the same: no one can say which one is meant. */
  others?: string[];
  /** As the service returns it; not of groups. */
  raw?: object;
  /** Why it can't be compared. */
  why?: string | undefined;
}

/** A group, and its place in the tree. It has no path if it's to be created. */
export class Place implements Found {
  readonly children = new Map<string, Place>();
  readonly hidden = {};
  others?: string[];

  constructor(
    public parent: Place | undefined,
    readonly values: Readonly<{ name: string; description: string }>,
    public path?: string,
  ) {}

  get name() {
    return this.values.name;
  }

  /** Long if there are many groups above, and rarely needed. */
  get key() {
    return groupText(namesOf(this));
  }

  get label() {
    return this.key;
  }
}

/** A service's records by name, and those that a plan creates, which have no path. */
export interface KnownRecords {
  top: Place;
  records: Partial<Record<Listed, Map<string, Found>>>;
  /** Those that exist; of groups only those that a file can name. */
  byPath: Map<string, Found>;
  /** What no file can name, one sentence each. */
  unnamed: string[];
}

/** Why a record stays as it is, because no file can say what it should be, as a predicate. */
export function problemOf({ path: first, others, why }: Found): string | undefined {
  return others ? isAmbiguous([first ?? '', ...others]) : why;
}

export const isAmbiguous = (paths: readonly string[]) =>
  `is ambiguous: ${paths.join(' and ')} have this name`;

/** The existing records of a section that a file can name. */
export function clear(known: KnownRecords, section: Listed): Found[] {
  const all = [...(known.records[section]?.values() ?? [])];
  return all.filter((record) => record.path !== undefined && problemOf(record) === undefined);
}

/** The record with a key, if a file can name it. @param key of a group, its text */
export function find(known: KnownRecords, section: Section, key: string): Found | undefined {
  if (section === 'groups') return findPlace(known.top, key);
  const found = known.records[section]?.get(key);
  return found && problemOf(found) === undefined ? found : undefined;
}

/** The names from the top down to a group. */
export function namesOf(place: Place): string[] {
  const names: string[] = [];
  for (let at: Place = place; at.parent; at = at.parent) names.push(at.name);
  return names.toReversed();
}

/** Finds a service's records by name. */
export function know(current: Current): KnownRecords {
  const known: KnownRecords = { ...treeOf(current), records: {}, unnamed: [] };
  const note = (record: Found) => {
    const problem = problemOf(record);
    if (problem !== undefined) known.unnamed.push(`${record.label} ${problem}`);
  };
  for (const place of everyPlace(known.top)) note(place);
  for (const section of listedSections) {
    if (!current[section]) continue;
    const records = new Map<string, Found>();
    for (const record of current[section]) {
      const own = pathOf(section, record);
      if (own === undefined) continue;
      const found = valuesOf(section, record, known);
      const { [nameFields[section]]: name, administered_by: group } = found.values;
      if (section === 'roles' && group === undefined) {
        note({ ...found, key: own, label: own });
        continue;
      }
      const key = section === 'roles' ? roleKey(String(group), String(name)) : String(name);
      const first = records.get(key) ?? {
        ...found,
        key,
        label: labelIn(section, key),
        path: own,
        raw: record,
      };
      if (records.has(key)) (first.others ??= []).push(own);
      records.set(key, first);
      known.byPath.set(own, first);
    }
    known.records[section] = records;
    for (const record of records.values()) note(record);
  }
  return known;
}

/** A record's values, and the references that only the service knows. */
export function valuesOf(
  section: Section,
  record: object,
  { byPath }: Pick<KnownRecords, 'byPath'>,
): Pick<Found, 'values' | 'hidden' | 'why'> {
  const values: Record<string, unknown> = {};
  const hidden: Record<string, string[]> = {};
  let why: string | undefined;
  /** Sorted keys of what a record refers to. */
  const references = (collection: Collection) => (paths: unknown, field: string) => {
    const texts = list(paths).filter((each) => typeof each === 'string');
    const all = texts.map((each) => [path(collection, each), byPath.get(path(collection, each))] as const);
    hidden[field] = all.flatMap(([each, found]) => (found ? [] : [each]));
    return [...new Set(all.flatMap(([, found]) => found?.key ?? []))].toSorted(byCode);
  };
  const readers = {
    text,
    flag: (value: unknown) => value === true,
    group: (value: unknown) => {
      const group = byPath.get(path('groups', fieldsOf(value)['group_resource'] ?? value))?.key;
      if (group === undefined) why = "belongs to a group that you can't see or name";
      return group;
    },
    groups: references('groups'),
    roles: references('roles'),
    features: (value: unknown) => {
      const grants = list(value) as ({ name?: unknown; privilege?: unknown } | null)[];
      const pairs = grants.map((grant) => [text(grant?.name), text(grant?.privilege)] as const);
      return sortedObject(pairs.filter(([name, privilege]) => name !== '' && privilege !== ''));
    },
  };
  const given = record as Values;
  for (const [name, { api, kind }] of Object.entries(recordFields[section]))
    values[name] = readers[kind](given[api], name);
  return { values, hidden, why };
}

/** The group with this text, if a file can name it. */
export function findPlace(top: Place, groupOf: string): Place | undefined {
  let place: Place | undefined = top;
  for (const name of namesOfText(groupOf)) {
    place = place?.children.get(name);
    if (place?.others) return undefined;
  }
  return place;
}

/** The group that a user belongs to, or that administers a role. */
export function homeOf(
  top: Place,
  { group, administered_by: administrator = group }: Values,
): Place | undefined {
  return typeof administrator === 'string' ? findPlace(top, administrator) : undefined;
}

/** A group's child by name: exactly, or else by what differs only in the blanks around it. */
export function childOf(place: Place, name: string): Place | undefined {
  const exact = place.children.get(name);
  if (exact) return exact;
  const similar = [...place.children.values()].filter((child) => child.name.trim() === name.trim());
  return similar.length === 1 ? similar[0] : undefined;
}

/** Finds a group by the names of a file. */
export function placeIn(top: Place, names: readonly string[]): Place | undefined {
  return names.reduce<Place | undefined>((place, name) => place && childOf(place, name), top);
}

function treeOf({ groups }: Current): Pick<KnownRecords, 'top' | 'byPath'> {
  const all = new Map(
    groups.map((group) => {
      const values = { name: text(group.name), description: text(group.description) };
      const place = new Place(undefined, values, pathOf('groups', group) ?? '');
      return [place.path, { place, above: path('groups', group.parent_resource) }];
    }),
  );
  const below = grouped(all.values(), ({ place, above }) => {
    const parent = all.get(above)?.place;
    return parent === place ? undefined : parent;
  });
  // Who sees parts of the tree sees no single group above them.
  const tops = below.get(undefined) ?? [];
  const [only] = tops.length === 1 ? tops : [];
  const top = only?.place ?? new Place(undefined, { name: '', description: '' });
  if (!only) below.set(top, tops);
  const byPath = new Map<string, Found>();
  const open = [top];
  for (let place = open.pop(); place; place = open.pop()) {
    if (place.path !== undefined) byPath.set(place.path, place);
    for (const { place: child } of below.get(place) ?? []) {
      const first = place.children.get(child.name);
      if (first) (first.others ??= []).push(child.path ?? '');
      else {
        child.parent = place;
        place.children.set(child.name, child);
      }
    }
    for (const child of place.children.values()) if (!child.others) open.push(child);
  }
  return { top, byPath };
}

/** Every group below a place, parents first. Duplicates are included, but nothing below them. */
export function* everyPlace(top: Place): Generator<Place> {
  const open = [...top.children.values()];
  for (let place = open.pop(); place; place = open.pop()) {
    yield place;
    open.push(...place.children.values());
  }
}

/** Orders texts the same in every language. */
export function byCode(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

export function sortedObject(fields: readonly (readonly [string, unknown])[]): Record<string, unknown> {
  return Object.fromEntries(fields.toSorted(([one], [other]) => byCode(one, other)));
}

/** The values that left-out fields have. @param values of the record */
export function defaultsOf(section: Section, values: Values): Values {
  if (section !== 'oidc_providers' || !values['metadata_url']) return defaults[section];
  // The service fills these from the metadata instead.
  const { userinfo_endpoint: _userinfo, jwks_uri: _keys, ...others } = defaults[section];
  return others;
}

const text = (value: unknown) => (typeof value === 'string' ? value : '');
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const path = (collection: Collection, value: unknown) => recordPathIn(collection, text(value)) ?? text(value);

/** Finds roles by what a file calls them: several if it's ambiguous. */
export function roleFinder(roles: ReadonlyMap<string, Found>, top: Place) {
  const byName = grouped(roles.values(), ({ values }) => String(values['name']));
  const [match, matchName] = [matcher(roles), matcher(byName)];
  return (role: HeldRole): readonly Found[] => {
    if (typeof role === 'string') return matchName(role).flat();
    const place = placeIn(top, role.administered_by);
    return place ? match(roleKey(place.key, role.name)) : [];
  };
}

/** Items by what they have in common. */
export function grouped<Item, Key>(items: Iterable<Item>, keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
