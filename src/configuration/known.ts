import { recordPathIn, type Collection } from '../contract/path-fields.ts';
import { roleTexts } from '../contract/access/roles.ts';
import { defaults, type Section, type UserValues } from './format.ts';
import { groupText, roleKey, roleLabel, trimmed } from './names.ts';
import { pathOf, type Current } from './service.ts';

/** A group's place in the tree. */
export interface Place {
  name: string;
  parent: Place | undefined;
  children: Map<string, Place>;
  /** `/groups/<id>`; undefined for a group that's to be created. */
  path?: string | undefined;
  description: string;
  /** The paths of all groups with this name and parent, if there are several: no one can say which one is meant. */
  duplicates?: string[];
}

/** A record's values as a file has them: other records by their names, lists sorted. */
export type Values = Readonly<Record<string, unknown>>;

/** A role, user or provider. */
export interface Known {
  /** What a file identifies it by; the same for no other record of its section. */
  key: string;
  /** How people read it. */
  label: string;
  path: string;
  values: Values;
  /** Paths that it refers to and the caller can't see, or no file can name, by field. They stay. */
  hidden: Readonly<Record<string, readonly string[]>>;
}

export type Listed = Exclude<Section, 'groups'>;

/** A service's records by name. */
export interface KnownRecords {
  top: Place;
  /** Only those that a file can name. */
  places: ReadonlyMap<string, Place>;
  records: Partial<Record<Listed, Map<string, Known>>>;
  /** Paths of the records with the same key, which stay as they are. */
  ambiguous: Partial<Record<Listed, Map<string, string[]>>>;
  /** Why records whose keys are known can't be compared, and stay as they are. */
  incomplete: Record<Listed, Map<string, string>>;
  /** What no file can name, one sentence each. */
  unnamed: string[];
}

/** The names from the top down to a group. */
export function namesOf(place: Place): string[] {
  const names: string[] = [];
  for (let at: Place = place; at.parent; at = at.parent) names.push(at.name);
  return names.toReversed();
}

export const textOf = (place: Place) => groupText(namesOf(place));

/** Finds a service's records by name. */
export function know(current: Current): KnownRecords {
  const known: KnownRecords = {
    ...treeOf(current),
    records: {},
    ambiguous: {},
    incomplete: { roles: new Map(), users: new Map(), oidc_providers: new Map() },
    unnamed: [],
  };
  for (const { duplicates } of everyPlace(known.top))
    if (duplicates) known.unnamed.push(sameName('groups', duplicates));
  const roleKeys = new Map<string, string>();
  for (const section of ['roles', 'users', 'oidc_providers'] as const) {
    if (!current[section]) continue;
    const records = new Map<string, Known>();
    const ambiguous = new Map<string, string[]>();
    known.records[section] = records;
    known.ambiguous[section] = ambiguous;
    for (const record of current[section]) {
      const path = pathOf(section, record);
      if (path === undefined) continue;
      const described = describe[section](record, known, roleKeys);
      if ('why' in described) {
        const sentence = `${path} ${described.why}`;
        if (described.key !== undefined) known.incomplete[section].set(described.key, sentence);
        known.unnamed.push(sentence);
        continue;
      }
      const { key } = described;
      const other = records.get(key)?.path;
      if (other === undefined) records.set(key, { label: key, hidden: {}, ...described, path });
      else ambiguous.set(key, [...(ambiguous.get(key) ?? [other]), path]);
      if (section === 'roles') roleKeys.set(path, key);
    }
    for (const [key, paths] of ambiguous) {
      records.delete(key);
      known.unnamed.push(sameName(section, paths));
    }
  }
  return known;
}

const sameName = (section: Section, paths: readonly string[]) =>
  `${paths.join(' and ')} are ${section} with the same name`;

/** A record's values, and the references that only the service knows. @returns undefined if no file can name it */
export function valuesOf(
  section: Section,
  record: object,
  known: KnownRecords,
): Pick<Known, 'values' | 'hidden'> | undefined {
  const fields: Record<string, unknown> = { ...record };
  if (section === 'groups')
    return { values: { name: text(fields['name']), description: text(fields['description']) }, hidden: {} };
  const roleKeys = new Map([...(known.records.roles ?? [])].map(([key, role]) => [role.path, key]));
  const described = describe[section](fields, known, roleKeys);
  return 'why' in described ? undefined : { hidden: {}, ...described };
}

/** The group with these names, if a file can name it. */
export function findPlace(top: Place, names: readonly string[]): Place | undefined {
  let place: Place | undefined = top;
  for (const name of names) {
    place = place?.children.get(name);
    if (place?.duplicates) return undefined;
  }
  return place;
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

function treeOf({ groups }: Current): Pick<KnownRecords, 'top' | 'places'> {
  const all = new Map<string, Place>();
  const parents = new Map<Place, string>();
  for (const group of groups) {
    const own = pathOf('groups', group) ?? '';
    const place = {
      name: text(group.name),
      parent: undefined,
      children: new Map<string, Place>(),
      path: own,
      description: text(group.description),
    };
    all.set(own, place);
    parents.set(place, path('groups', group.parent_resource));
  }
  const tops: Place[] = [];
  const below = new Map<Place, Place[]>();
  for (const [place, parentPath] of parents) {
    const parent = all.get(parentPath);
    if (!parent || parent === place) tops.push(place);
    else if (below.get(parent)?.push(place) === undefined) below.set(parent, [place]);
  }
  // Who sees parts of the tree sees no single group above them.
  const [only] = tops;
  const single = tops.length === 1 ? only : undefined;
  const top: Place = single ?? { name: '', parent: undefined, children: new Map(), description: '' };
  if (!single) below.set(top, tops);
  const places = new Map<string, Place>();
  const open = [top];
  for (let place = open.pop(); place; place = open.pop()) {
    if (place.path !== undefined) places.set(place.path, place);
    for (const child of below.get(place) ?? []) {
      const first = place.children.get(child.name);
      if (first) first.duplicates = [...(first.duplicates ?? [first.path ?? '']), child.path ?? ''];
      else place.children.set(child.name, Object.assign(child, { parent: place }));
    }
    for (const child of place.children.values()) if (!child.duplicates) open.push(child);
  }
  return { top, places };
}

/** Every group below a place, parents first. Duplicates are included, but nothing below them. */
export function* everyPlace(top: Place): Generator<Place> {
  const open = [...top.children.values()];
  for (let place = open.pop(); place; place = open.pop()) {
    yield place;
    open.push(...place.children.values());
  }
}

type Described = Pick<Known, 'key' | 'values'> & Partial<Pick<Known, 'label' | 'hidden'>>;
type Describe = (
  record: Record<string, unknown>,
  known: KnownRecords,
  roleKeys: ReadonlyMap<string, string>,
) => Described | Undescribed;

/** Why no file can describe a record, as a predicate of its path, and its key if that's known. */
interface Undescribed {
  why: string;
  key?: string;
}

const ofUnknownGroup = "belongs to a group that you can't see or name";

const describe: Record<Listed, Describe> = {
  roles: (role, { places }) => {
    const administrator = places.get(
      path('groups', (role['admin_group'] as { group_resource?: unknown } | undefined)?.group_resource),
    );
    if (!administrator) return { why: ofUnknownGroup };
    const group = textOf(administrator);
    const key = roleKey(group, text(role['name']));
    const applies = named('groups', role['group_resources'], (each) => {
      const place = places.get(each);
      return place && textOf(place);
    });
    const grants = list(role['features']) as ({ name?: unknown; privilege?: unknown } | null)[];
    const features = grants.map((grant) => [text(grant?.name), text(grant?.privilege)] as const);
    return {
      key,
      label: roleLabel(key),
      values: {
        ...Object.fromEntries(roleTexts.map((name) => [name, text(role[name])])),
        administered_by: group,
        applies_to: applies.names,
        features: sortedObject(features.filter(([name, privilege]) => name !== '' && privilege !== '')),
      },
      hidden: { applies_to: applies.hidden },
    };
  },
  users: (user, { places }, roleKeys) => {
    const group = places.get(path('groups', user['group_resource']));
    const key = text(user['login']);
    if (!group) return { key, why: ofUnknownGroup };
    const roles = named('roles', user['role_resources'], (each) => roleKeys.get(each));
    return {
      key,
      values: {
        login: key,
        name: text(user['display_name']),
        group: textOf(group),
        roles: roles.names,
        suspended: user['suspended'] === true,
        password: user['has_password'] === true,
      },
      hidden: { roles: roles.hidden },
    };
  },
  oidc_providers: (provider) => ({
    key: text(provider['name']),
    values: Object.fromEntries(providerFields.map((field) => [field, text(provider[field])])),
  }),
};

/** What a file and a service both say about a provider, in the order of a file. */
export const providerFields = [
  'name',
  'metadata_url',
  'issuer',
  'authorization_endpoint',
  'token_endpoint',
  'userinfo_endpoint',
  'jwks_uri',
  'client_id',
  'client_secret_ends_on',
  'scope',
  'username_path',
  'logout_method',
  'post_logout_redirect_uri',
] as const;

/** Sorted names of what a record refers to, and the paths that have none. */
function named(collection: Collection, paths: unknown, nameOf: (path: string) => string | undefined) {
  const names = new Set<string>();
  const hidden: string[] = [];
  for (const each of list(paths)) {
    if (typeof each !== 'string') continue;
    const name = nameOf(path(collection, each));
    if (name === undefined) hidden.push(path(collection, each));
    else names.add(name);
  }
  return { names: [...names].toSorted(byCode), hidden };
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
