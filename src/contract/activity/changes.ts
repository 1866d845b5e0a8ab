import * as z from 'zod/mini';
import { featureGrant } from '../access/privileges.ts';
import { nameField } from '../fields.ts';
import { flagParam } from '../paging.ts';
import { activityQuery, logOf } from './activity-query.ts';

export const changeActions = ['created', 'updated', 'deleted', 'imported'] as const;
export type ChangeAction = (typeof changeActions)[number];

/** The header with the name of the configuration file that a write comes from, percent-encoded (extension). */
export const configurationHeader = 'X-Palisade-Configuration';

const viaPrefix = 'configuration ';

/**
 * How the log says that a change comes from a configuration file.
 * @param header the value of `configurationHeader`
 * @returns undefined if it isn't the name of a file
 */
export function viaConfiguration(header: string): string | undefined {
  try {
    const name = z.safeParse(nameField(), decodeURIComponent(header));
    return name.success ? `${viaPrefix}${name.data}` : undefined;
  } catch {
    return undefined;
  }
}

export const isConfiguration = (via: string) => via.startsWith(viaPrefix);

const fieldValue = z.union([z.string(), z.boolean(), z.null(), z.array(z.string()), z.array(featureGrant)]);
export type FieldValue = z.infer<typeof fieldValue>;

/** A changed property: null where there was or is no record. Of a secret, only that it was replaced. */
export const changedField = z.object({
  name: z.string(),
  before: z.optional(fieldValue),
  after: z.optional(fieldValue),
  replaced: z.optional(z.boolean()),
});
export type ChangedField = z.infer<typeof changedField>;

/** A change to a group, a configuration, a user, a role or an API key (extension). */
export const change = z.object({
  change_resource: z.string(),
  at: z.string(),
  /** Null for the service itself, and unless the caller can see this user. */
  login: z.nullable(z.string()),
  user: z.nullable(z.string()),
  via: z.string(),
  action: z.enum(changeActions),
  resource: z.string(),
  name: z.string(),
  fields: z.array(changedField),
  count: z.int(),
  request_id: z.string(),
  /** Whether deleted groups can be recreated: not if they aren't kept, which limits prevent. Null of other changes, and older ones. */
  recreatable: z.nullable(z.boolean()),
});
export type Change = z.infer<typeof change>;
const listedChange = z.partial(change);
export const changeList = logOf(listedChange);

const resourcePattern =
  /^\/(groups|oidc_ops|roles|users)(\/(0|[1-9]\d{0,9})(\/api_keys\/(0|[1-9]\d{0,9}))?)?$/;

export const changeQuery = z.strictObject({
  ...activityQuery.shape,
  /** A record with everything below it, or all records of a kind: `/users/5`, `/users/5/api_keys/1`, `/users`. */
  resource: z.optional(
    z.string().check(z.regex(resourcePattern, 'must be a path such as /groups/5 or /groups')),
  ),
  action: z.optional(z.enum(changeActions, 'must be created, updated, deleted or imported')),
});
export type ChangeQuery = z.infer<typeof changeQuery>;

export function changePath(id: number): string {
  return `/changes/${id}`;
}

/** Whether to recreate all that a run deleted, which are requests with the same ID within an hour. */
export const recreationQuery = z.strictObject({ run: flagParam });

/** What recreating deleted groups would do, and what prevents it. */
export const recreation = z.object({
  /** How many deletions the run consists of. */
  deletions: z.int(),
  groups: z.int(),
  /** How many roles apply to them again. */
  roles: z.int(),
  /** The first groups, each as the names on the way to it. */
  paths: z.array(z.array(z.string())),
  problems: z.array(z.string()),
});
export type Recreation = z.infer<typeof recreation>;
