import type { Section } from './format.ts';
import { identityOf, nameFields, recordFields, type secretFields } from './kinds.ts';
import type { Found, Values } from './known.ts';
import { roleLabel } from './names.ts';

/** A field that a step sets, as people read it. Of a secret, only the variable that it comes from. */
export interface FieldChange {
  name: string;
  before?: unknown;
  after?: unknown;
  variable?: string;
}

/** A field that's set to what a variable contains. */
export interface SecretSource {
  name: (typeof secretFields)[keyof typeof secretFields];
  variable: string;
}

/** One write. */
export interface Step {
  action: 'create' | 'update' | 'delete';
  section: Section;
  /** It gets its path once it's created. */
  record: Found;
  /** What the record is when the plan is made, and nothing else may be when it's carried out; of a new one, its defaults. */
  before: Values;
  /** What it's to have: everything of a new record, what changes of another. */
  after: Values;
  /** The secret that it's to have, and the variable that it comes from. */
  secret: SecretSource | undefined;
  /** What the record is called before it's renamed, which is done first. */
  renamedFrom?: string;
  /** The deletion that this creation seems to belong to: a rename would keep that record. */
  mayRename?: Step;
}

/** Changes a record, which stays as it is if it's something else by then. */
export function stepOf(
  action: Step['action'],
  section: Section,
  record: Found,
  { before = record.values, after = {}, secret }: Partial<Pick<Step, 'before' | 'after' | 'secret'>> = {},
): Step {
  return { action, section, record, before, after, secret };
}

/** What a step sets, besides what identifies a new record. */
export function changesOf({ action, section, before, after, secret }: Step): FieldChange[] {
  const isNew = action === 'create';
  const identity = isNew ? identityOf(section) : [];
  const shown = (name: string, value: unknown) =>
    name === 'roles' && Array.isArray(value) ? (value as string[]).map(roleLabel) : value;
  const changes = Object.entries(after).flatMap(([name, value]): FieldChange[] => {
    if (identity.includes(name) || isSame(value, before[name])) return [];
    return [{ name, ...(!isNew && { before: shown(name, before[name]) }), after: shown(name, value) }];
  });
  return secret ? [...changes, secret] : changes;
}

/** How people read a step's record. */
export function labelOf({ record }: Step): string {
  return record.label;
}

/** What a file would call it in `renamed_from`. */
export function nameOf({ section, record }: Step): string {
  return String(record.values[nameFields[section]]);
}

/** The steps that need secrets, by the secrets' variables. */
export function variablesOf(steps: readonly Step[]): Map<string, Step> {
  return new Map(steps.flatMap((step) => (step.secret ? [[step.secret.variable, step]] : [])));
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
  { section, action, before, after, record }: Step,
  pathFor: (section: Section, key: string) => Promise<string>,
): Promise<Record<string, unknown>> {
  // The API doesn't say that a group keeps a name that isn't sent.
  const data: Record<string, unknown> = section === 'groups' && action === 'update' ? { ...before } : {};
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
    data[api] = Array.isArray(written) ? [...written, ...(record.hidden[name] ?? [])] : written;
  }
  return data;
}
