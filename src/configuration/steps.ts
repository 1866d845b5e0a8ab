import type { Section } from './format.ts';
import { recordFields } from './kinds.ts';
import { Place, type Found, type Values } from './known.ts';
import { nameIn, roleLabel } from './names.ts';

/** A field that a step sets. Of a secret, only where it comes from. */
export interface FieldChange {
  name: string;
  before?: unknown;
  after?: unknown;
  /** The variable with the secret. */
  variable?: string;
}

/** One write. */
export interface Step {
  action: 'create' | 'update' | 'delete';
  section: Section;
  /** What a file identifies the record by; of a group, its text. */
  key: string;
  /** Of a group. */
  place?: Place | undefined;
  /** Of a record that exists. */
  path?: string | undefined;
  /** What the record is when the plan is made, and nothing else may be when it's carried out. */
  before?: Values;
  /** What it's to have: everything of a new record, what changes of another. */
  after: Values;
  fields: readonly FieldChange[];
  /** What the record is called before it's renamed, which is done first. */
  renamedFrom?: string;
  /** The deletion that this creation seems to belong to: a rename would keep that record. */
  mayRename?: Step;
  /** References that only the service knows, which are kept. */
  hidden?: Readonly<Record<string, readonly string[]>>;
}

/** Changes a record that exists, which stays as it is if it's something else by then. */
export function changeOf(
  section: Section,
  found: Found | Place,
  { action, after, fields }: Pick<Step, 'action' | 'after' | 'fields'>,
): Step {
  const { key, path, values: before, hidden } = found;
  const place = found instanceof Place ? found : undefined;
  return { action, section, key, place, path, before, hidden, after, fields };
}

export const deletionOf = (section: Section, found: Found | Place) =>
  changeOf(section, found, { action: 'delete', after: {}, fields: [] });

/** How people read a step's record. */
export function labelOf({ section, key }: Step): string {
  return section === 'roles' ? roleLabel(key) : key;
}

/** What a file would call it in `renamed_from`. */
export function nameOf({ key, place }: Step): string {
  return place?.name ?? nameIn(key);
}

/** The secrets that a plan needs, by variable. */
export function variablesOf(steps: readonly Step[]): Map<string, Step> {
  return new Map(
    steps.flatMap((step) =>
      step.fields.flatMap(({ variable }) => (variable === undefined ? [] : [[variable, step]])),
    ),
  );
}

/** What a request leaves out, so that the service fills it in from the metadata. */
export function withoutEmptyFilled(after: Values): Values {
  return after['metadata_url']
    ? after
    : Object.fromEntries(Object.entries(after).filter(([, value]) => value !== ''));
}

/** Whether two values of a field are the same. */
export function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

/** Whether a record has what a step sets. */
export function isDone({ after }: Step, { values }: { values: Values }): boolean {
  return Object.entries(after).every(([name, value]) => isSame(values[name], value));
}

/** Whether what a step sets can't all be read back. */
export const setsSecret = ({ fields }: Step) => fields.some(({ variable }) => variable !== undefined);

/** A service may repeat the secret that it rejects. */
export function withoutSecrets(detail: string, secrets: ReadonlyMap<string, string>): string {
  const longestFirst = [...secrets.values()].toSorted((one, other) => other.length - one.length);
  return longestFirst.reduce((text, secret) => (secret ? text.replaceAll(secret, '••••••••') : text), detail);
}

/**
 * A step's values as the API has them.
 * @param pathFor finds a record's path by its key
 */
export async function bodyOf(
  { section, action, before, after, hidden }: Step,
  pathFor: (section: Section, key: string) => Promise<string>,
): Promise<Record<string, unknown>> {
  // The API doesn't say that a group keeps a name that isn't sent.
  const data: Record<string, unknown> = section === 'groups' ? { ...before } : {};
  const set = section === 'oidc_providers' && action === 'create' ? withoutEmptyFilled(after) : after;
  const writers = {
    text: (value: unknown) => value,
    flag: (value: unknown) => value,
    group: (value: unknown) => pathFor('groups', value as string),
    groups: (value: unknown) => Promise.all((value as string[]).map((key) => pathFor('groups', key))),
    roles: (value: unknown) => Promise.all((value as string[]).map((key) => pathFor('roles', key))),
    features: (value: unknown) =>
      Object.entries(value as object).map(([name, privilege]: [string, unknown]) => ({ name, privilege })),
  };
  for (const [name, value] of Object.entries(set)) {
    const { api, kind } = recordFields[section][name] ?? { api: name, kind: 'text' };
    const written = await writers[kind](value);
    data[api] = Array.isArray(written) ? [...written, ...(hidden?.[name] ?? [])] : written;
  }
  return data;
}
