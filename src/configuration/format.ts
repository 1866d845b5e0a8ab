import * as z from 'zod/mini';
import { features, privileges } from '../contract/access/privileges.ts';
import { blankRoleTexts, roleTextFields } from '../contract/access/roles.ts';
import { userUpdateBody } from '../contract/access/users.ts';
import { mostEntries, nameField, requiredText } from '../contract/fields.ts';
import { limits } from '../contract/limits.ts';
import { oidcOpDraftFields, oidcOpUpdateBody } from '../contract/oidc/oidc-ops.ts';
import { dayField } from '../contract/oidc/watch.ts';
import { namesIn, topGroup } from './names.ts';
import { groupUpdateBody } from '../contract/groups/groups.ts';

/** The version of the format. */
const formatVersion = 1;

/** What a file can contain at most, so that reading one takes bounded time and memory. */
export const fileLimits = { characters: 32 * 1024 * 1024, depth: 200, records: 200_000 };

/** The sections of a file, in the order in which their records depend on each other. */
export const sections = ['groups', 'roles', 'users', 'oidc_providers'] as const;
export type Section = (typeof sections)[number];
export const listedSections = ['roles', 'users', 'oidc_providers'] as const;
/** Roles, users or providers. */
export type Listed = (typeof listedSections)[number];

/** The variable with the API key, which isn't a secret for a file to send anywhere. */
export const keyVariable = 'PALISADE_API_KEY';

/** As the service has it, so that what it has can be found again. */
const anyName = requiredText.check(z.minLength(1, 'must not be empty'));

const groupName = z.pipe(
  z.union(
    [z.string().check(z.minLength(1, 'must not be empty')), z.array(anyName)],
    'must be a group, such as EMEA > Acme, or a list of names',
  ),
  z.transform((text) => (typeof text === 'string' ? namesIn(text) : text)),
);

const roleName = z.union(
  [anyName, z.strictObject({ name: anyName, administered_by: groupName })],
  "must be a role's name, or its name and administered_by",
);

export type HeldRole = z.infer<typeof roleName>;

/** Where a secret comes from: only ever a reference. `replace` sets it again on a record that exists. */
const secret = z.strictObject(
  {
    env: z.string('must be the name of an environment variable').check(
      z.regex(/^[A-Za-z_]\w{0,254}$/, 'must be the name of an environment variable'),
      z.refine((name) => name !== keyVariable, `can't be ${keyVariable}`),
    ),
    replace: z.optional(z.boolean('must be true or false')),
  },
  'must be an object with env, never the secret itself',
);
export type Secret = z.infer<typeof secret>;

const grantsRule = 'must be an object with a privilege for each feature';

/** Known values, which editors complete, or any other service's. */
const grants = z.record(
  nameField(),
  z.union([z.enum(privileges), nameField()], 'must be a privilege, such as ro or rw'),
  grantsRule,
);

const user = userUpdateBody.shape.data.shape;

/** What's asked of fields that are set. */
export const fieldRules = {
  groups: { name: nameField(), description: groupUpdateBody.shape.data.shape.description },
  roles: { ...z.partial(z.object(roleTextFields)).shape, name: nameField(), features: z.optional(grants) },
  users: { login: nameField(limits.login), name: user.display_name },
  oidc_providers: {
    ...oidcOpUpdateBody.shape.data.shape,
    client_secret_ends_on: z.optional(
      z.union([z.literal(''), dayField], 'must be a date, such as 2026-12-31'),
    ),
    name: nameField(),
  },
};

/** What else a record contains. */
const otherFields = {
  groups: { groups: z.optional(z.array(z.unknown(), 'must be a list of groups')) },
  roles: {
    features: z.optional(z.record(z.string(), z.string('must be a privilege, such as ro or rw'), grantsRule)),
    administered_by: z.optional(groupName),
    applies_to: z.optional(
      z.array(groupName, 'must be a list of groups').check(mostEntries(limits.groupsPerRole)),
    ),
  },
  users: {
    group: z.optional(groupName),
    roles: z.optional(z.array(roleName, 'must be a list of roles').check(mostEntries(limits.rolesPerUser))),
    suspended: user.suspended,
    password: z.optional(secret),
  },
  oidc_providers: { client_secret: z.optional(secret) },
};

const entry = (shape: z.core.$ZodShape) =>
  z.strictObject({ ...shape, renamed_from: z.optional(anyName) }, 'must be an object');

/** What's null is empty: files don't distinguish them. */
const nullableText = z.pipe(
  z.nullable(requiredText),
  z.transform((text) => text ?? ''),
);

/** An entry with texts of any length and characters. @param name its required field */
function unchecked(section: Section, name: string) {
  const textFor = (rule: z.core.$ZodType) => (z.safeParse(rule, null).success ? nullableText : requiredText);
  const texts = Object.entries(fieldRules[section]).map(([field, rule]) => [
    field,
    z.optional(textFor(rule)),
  ]);
  return entry({ ...Object.fromEntries(texts), ...otherFields[section], [name]: anyName });
}

/** What is read: a service may have records that break its own rules, or ours, which stay as they are. */
export const readable = {
  groups: unchecked('groups', 'name'),
  roles: unchecked('roles', 'name'),
  users: unchecked('users', 'login'),
  oidc_providers: unchecked('oidc_providers', 'name'),
};

const list = z.optional(z.array(z.unknown(), 'must be a list'));

/** A file, without its records. */
export const header = z.strictObject(
  {
    palisade: z.literal(formatVersion, `must be ${formatVersion}, the version of the format`),
    service: z.optional(z.string('must be a string')),
    groups: list,
    roles: list,
    users: list,
    oidc_providers: list,
    end: z.optional(z.literal(true, 'must be true')),
  },
  'must be an object with palisade: 1 and sections',
);

const { name: _name, ...furtherRoleTexts } = blankRoleTexts;

/** The values that a left-out field has: of a new record, and with `prune` of any. */
export const defaults: Readonly<Record<Section, Readonly<Record<string, unknown>>>> = {
  groups: { description: '' },
  roles: furtherRoleTexts,
  users: { name: '' },
  oidc_providers: {
    client_secret_ends_on: '',
    userinfo_endpoint: '',
    jwks_uri: '',
    ...Object.fromEntries(
      Object.entries(oidcOpDraftFields).flatMap(([name, rule]) => {
        const { success, data } = z.safeParse(rule, undefined);
        return success && data !== undefined ? [[name, data]] : [];
      }),
    ),
  },
};

/** The values that a new record has besides if they're left out. They aren't reset by `prune`. */
export const newDefaults: Readonly<Record<Section, Readonly<Record<string, unknown>>>> = {
  groups: {},
  roles: { applies_to: [], features: {} },
  users: { group: topGroup, roles: [] },
  oidc_providers: {},
};

/** The JSON Schema of a file, for editors, generated from what reads it. */
export function configurationSchema(): object {
  const checked = (section: Section, own: z.core.$ZodShape = {}) =>
    entry({ ...otherFields[section], ...fieldRules[section], ...own });
  const group: z.ZodMiniType = checked('groups', { groups: z.optional(z.array(z.lazy(() => group))) });
  const known = z.partialRecord(z.enum(features), z.enum(privileges));
  const records = {
    groups: group,
    roles: checked('roles', { features: z.optional(z.union([known, grants])) }),
    users: checked('users'),
    oidc_providers: checked('oidc_providers'),
  };
  const lists = Object.entries(records).map(([section, record]) => [section, z.optional(z.array(record))]);
  const file = z.extend(header, Object.fromEntries(lists) as z.core.$ZodShape);
  const noted = new Set<z.core.$ZodType>([file, ...Object.values(records)]);
  const override: z.core.ToJSONSchemaParams['override'] = ({ zodSchema, jsonSchema }) => {
    if (noted.has(zodSchema)) jsonSchema.patternProperties = { '^x-': {} };
  };
  return {
    title: 'Palisade Console configuration',
    ...z.toJSONSchema(file, { io: 'input', unrepresentable: 'any', override }),
  };
}

/** What's wrong, and where in a file if it's about something there: both from 1. */
export interface Problem {
  message: string;
  line?: number;
  column?: number;
}

/** A problem of a file. */
export type FileProblem = Required<Problem>;

/** A file that can't be read, with all its problems. */
export class FileError extends Error {
  override readonly name = 'FileError';
  constructor(readonly problems: readonly FileProblem[]) {
    super(problems.map(({ line, column, message }) => `${line}:${column} ${message}`).join('\n'));
  }
}

/** Where something is in a file: a key or an index, of what's above it. */
export interface Where {
  step: PropertyKey;
  above?: Where;
}

/** The keys and indexes that lead to a record, or to something in it. */
export function pathTo(where: Where, below: readonly PropertyKey[] = []): PropertyKey[] {
  const steps = [...below].toReversed();
  for (let at: Where | undefined = where; at; at = at.above) steps.push(at.step);
  return steps.toReversed();
}
