import * as z from 'zod/mini';
import { change } from '../activity/changes.ts';
import { signInCount } from '../activity/sign-in-counts.ts';
import { signInEventDetail } from '../activity/sign-in-events.ts';
import { authenticationResult } from '../access/authentication.ts';
import { group } from '../groups/groups.ts';
import { jobStatus } from '../jobs.ts';
import { limits } from '../limits.ts';
import { oidcButton, oidcLogin, oidcSessionCount } from '../oidc/oidc-logins.ts';
import { oidcOp } from '../oidc/oidc-ops.ts';
import { lastSignInTest, signInTest } from '../oidc/sign-in-tests.ts';
import { watch } from '../oidc/watch.ts';
import { role } from '../access/roles.ts';
import { identity } from '../access/identities.ts';
import { session } from '../access/sessions.ts';
import { user } from '../access/users.ts';

/** Records with a name in the API description, so that each is described once. */
export const named = z.registry<{ id: string }>();
for (const [id, record] of Object.entries({
  AuthenticationResult: authenticationResult,
  Group: group,
  JobStatus: jobStatus,
  OidcLogin: oidcLogin,
  OidcButton: oidcButton,
  OidcSessionCount: oidcSessionCount,
  OidcOp: oidcOp,
  SignInTest: signInTest,
  LastSignInTest: lastSignInTest,
  Watch: watch,
  Role: role,
  User: user,
  Identity: identity,
  Session: session,
  SignInEventDetail: signInEventDetail,
  SignInCount: signInCount,
  Change: change,
}))
  named.add(record, { id });

/** JSON Schema keywords that the API description adds to a property or parameter. */
export interface Note {
  description: string;
  examples?: readonly unknown[];
  format?: string;
  maxLength?: number;
  type?: string;
  default?: number;
  minimum?: number;
  maximum?: number;
  'x-extension'?: true;
}

function note(description: string, ...examples: unknown[]): Note {
  return { description, ...(examples.length > 0 ? { examples } : {}) };
}

/** Without a format: an empty string isn't a URI, and an issuer needn't be one. */
const urlOrEmpty = (description: string, example: string): Note => ({
  ...note(description, example),
  maxLength: limits.url,
});
const url = (description: string, example: string): Note => ({
  ...urlOrEmpty(description, example),
  format: 'uri',
});
const provider = 'https://login.example.com';
const moment = '2026-03-02T09:30:00.000Z';
const time = { ...note('ISO 8601, UTC.', moment), format: 'date-time' };

/** Property descriptions by name; `Record.name` takes precedence where a name has several meanings. */
export const notes: Readonly<Record<string, Note>> = {
  name: note('Display name.', 'Acme Logistics'),
  'Group.name': note('Unique among its siblings.', 'Acme Logistics'),
  'Role.name': note('Name of the role.', 'Operators'),
  'OidcOp.id': note('Id of the configuration.', 1),
  'OidcOp.resource': note('Path of the configuration.', '/oidc_ops/1'),
  'OidcOp.name': note('Display name; it labels the button on the sign-in page.', 'Sign in with Acme'),
  description: note('Free text.', 'Customer since 2019'),
  rows: note('Total number of matching records.', 1),
  start: note('Offset of the first record.', 0),
  mode: note('`NONE` for new groups.', 'NONE'),
  group_resource: note('Path of the group.', '/groups/5'),
  parent_resource: note('Path of the parent group; an empty string for the Default group.', '/groups/0'),
  customer_resource: note('Path of the customer.', '/customers/5'),
  zones_resource: note("Path of the group's zones."),
  reports_resource: note("Path of the group's report statuses."),
  customer_configurations_resource: note("Path of the customer's configurations."),
  customer_devices_resource: note("Path of the customer's mapped devices."),
  customer_traffic_resource: note("Path of the customer's traffic."),
  customer_logs_resource: note("Path of the customer's logs."),
  group_configurations_resource: note("Path of the group's configurations."),
  group_traffic_resource: note("Path of the group's traffic."),
  group_logs_resource: note("Path of the group's logs."),
  members_resource: note("Path of the group's members."),
  roles_resource: note("Path of the group's roles."),
  users_resource: note("Path of the group's users."),
  templates_resource: note("Path of the group's templates."),
  subnets_resource: note("Path of the group's subnets."),
  mapped_devices_resource: note("Path of the group's mapped devices."),
  pre_mapped_devices_resource: note("Path of the group's pre-mapped devices."),
  sub_groups_resource: note("Path of the group's direct subgroups."),
  'AuthenticationResult.roles': note("The user's roles."),
  'AuthenticationResult.group': note("The user's group."),
  'AuthenticationResult.user': note('Path of the user.', '/users/5'),
  'JobStatus.user': note('Login of the user who started the job.', 'maria'),
  'Role.users': note('Logins of the users who hold the role.', ['maria']),
  display_name: note('Full name.', 'Maria Keller'),
  user_resource: note('Path of the user.', '/users/5'),
  has_password: note('Whether the user can sign in with a password.'),
  suspended: note(
    "Whether the user can't sign in, and their API keys don't work. Suspending ends their sessions.",
  ),
  last_sign_in_at: note('ISO 8601, UTC; an empty string if the user never signed in.'),
  last_sign_in_via: note("What the user last signed in with: `password`, or a provider's name."),
  api_key_resource: note('Path of the API key.', '/users/5/api_keys/1'),
  last_used_at: note('ISO 8601, UTC; an empty string if the key was never used.'),
  expires_at: note(
    'When it ends. Of an API key, an empty string, or null when creating one, if it never does.',
  ),
  read_only: note(
    'Whether the key counts every `rw` of its user as `ro`, and is refused other methods than GET.',
  ),
  replaces: note('Path of the key of this user that the new one replaces.', '/users/5/api_keys/1'),
  replaced_expires_at: note('When the replaced key ends, unless it ends before; now if absent.', moment),
  login_resource: note('Path that starts the sign-in.', '/oidc_logins/1'),
  oidc_trial_resource: note('Path of the sign-in test.', '/oidc_trials/Zk3…'),
  provider_name: note('Name of the provider that was tested.'),
  'Watch.state': note(
    '`works`, `broken`, or `unknown` if nothing proves that it works. A later sign-in or test overrides a look.',
    'works',
  ),
  'Watch.since': note('When the state last changed.'),
  checked_at: note('When the provider was last looked at; null before the first time.'),
  causes: note("Why signing in doesn't work, or what will end it, as in sign-in tests.", ['secret_expired']),
  certificate_ends: note("When the first certificate of the provider's hosts ends; null if none is known."),
  'Watch.keys': note('The IDs of the signing keys.', ['key-1']),
  client_secret_ends_on: note('The day (UTC) on which the client secret ends; null for none.', '2026-12-31'),
  probe_secret: note('Whether looks also probe the client secret.'),
  'SignInTest.finished': note('Whether the test has finished.'),
  returned: note('Whether the provider has sent the browser back.'),
  succeeded: note('Whether the sign-in would have succeeded; false without a `username_path`.'),
  published: note("The values in the provider's metadata; null if it wasn't fetched."),
  outcome: note("`passed`, `failed`, or `unfinished` while the provider hasn't sent anyone back."),
  failed_step: note('Name of the failed step; an empty string if none failed.'),
  steps: note('What happened, step by step.'),
  'steps.name': note('Name of the step.', 'token_request'),
  'steps.message': note('What happened, or why the step failed.', 'The provider returned 200'),
  id_token_claims: note("The ID token's claims; null if there was none."),
  userinfo_claims: note("The UserInfo response's claims; null if it wasn't requested."),
  started_at: note('ISO 8601, UTC.'),
  issuer: urlOrEmpty(
    "Must exactly match the `iss` claim in the provider's ID tokens. Optional with `metadata_url`.",
    provider,
  ),
  client_id: note('Client ID registered at the provider.', 'palisade'),
  client_secret: note(
    'Secret for `client_secret_basic`. Write-only: no response contains it. Omit it from an update to keep the stored one.',
    'a-secret-of-the-provider',
  ),
  authorization_endpoint: url(
    'Receives authorization requests; https. Parameters such as `prompt=select_account` are sent with each request; those that sign-in sets, `response_mode`, `request`, `request_uri` and `prompt=none` are rejected. Optional with `metadata_url`.',
    `${provider}/authorize`,
  ),
  token_endpoint: url('Receives token requests; https. Optional with `metadata_url`.', `${provider}/token`),
  userinfo_endpoint: urlOrEmpty(
    "Used when the ID token doesn't contain the login; https, optional, an empty string if unset.",
    `${provider}/userinfo`,
  ),
  jwks_uri: urlOrEmpty("The provider's public keys; an empty string if unset.", `${provider}/jwks`),
  scope: note('Separated by spaces; must contain `openid`, which is the default.', 'openid email'),
  username_path: note(
    'JMESPath expression that extracts the login from the ID token, then from the UserInfo response.',
    'preferred_username || email',
  ),
  logout_method: note(
    '`local`: signs out of this service, not of the provider. `none`: no sign-out.',
    'local',
  ),
  post_logout_redirect_uri: urlOrEmpty(
    'Where browsers go after sign-out; an empty string (a generic page) if unset.',
    'https://www.example.com/bye',
  ),
  metadata_url: urlOrEmpty(
    'URL of the discovery document, which fills the fields that a request omits; an empty string if unset.',
    `${provider}/.well-known/openid-configuration`,
  ),
  login: note('Sign-in name, case-sensitive. A new one must not look like another one.', 'maria'),
  password: note(
    'Write-only. null removes the password, so that this user can only sign in through a provider.',
    'correct-horse-battery',
  ),
  current_password: note('Your current password; a wrong one counts as a failed sign-in.'),
  new_password: note('Your new password. Your other sessions end.', 'correct-horse-battery'),
  session_resource: note('Path of the session.', '/users/5/sessions/9b2f6c1e-58d3-4f0a-8a53-0d1c7e4b9a61'),
  last_seen_at: note('When it was last used, to the minute.', moment),
  'Session.expires_at': note('When it ends unless it is used before.', '2026-03-02T10:00:00.000Z'),
  current: note('Whether this request was sent in it.'),
  sessions: note('How many sessions would end if the configuration were deleted.', 2),
  identities: note('How many users would have to be recognized again if the issuer or client ID changed.', 2),
  enabled: note(
    "Whether users can sign in through the configuration. If not, its button is suspended: `GET /oidc_logins` doesn't list it, and its `login_resource` is 404. Sessions and sign-in tests continue.",
  ),
  identity_resource: note('Path of the identity.', '/users/5/identities/3'),
  first_used_at: note(
    'When the user first signed in through the provider as this subject.',
    '2026-01-05T09:30:00.000Z',
  ),
  ended: note('How many sessions ended.', 2),
  'Session.oidc_op_resource': note('Path of the configuration; null for passwords.', '/oidc_ops/1'),
  'Session.oidc_op_name': note('Name of the provider; null for passwords.', 'Sign in with Acme'),
  'AuthenticationResult.logout': { description: 'How this session can be ended.', 'x-extension': true },
  features: note('Features granted, each with its privilege.'),
  'features.name': note('Name of the feature.'),
  'features.privilege': note('`ro` reads; `rw` reads and writes.'),
  admin_group: note('The group that administers the role.', '/groups/0'),
  group_resources: note('Groups that the role applies to.', ['/groups/5']),
  role_resources: note('Roles of the user.', ['/roles/1']),
  role_resource: note('Path of the role.', '/roles/1'),
  delayed_job_status_resource: note('Path of the status.', '/delayed_job_statuses/12'),
  message: note('Progress or result, as text.', 'Deleted 1,200 of 5,000 groups'),
  finished: note('Whether the status is final.'),
  failed: note('Whether the job failed; `message` says why.'),
  created_at: time,
  updated_at: time,
  parent: note(
    'Path of the parent group, or the names on the way to it below the Default group.',
    '/groups/5',
  ),
  oidc_op_resource: note('Path of the configuration.', '/oidc_ops/1'),
  sign_in_event_resource: note('Path of the event.', '/sign_in_events/7'),
  change_resource: note('Path of the change.', '/changes/7'),
  at: note('ISO 8601, UTC.', moment),
  'SignInEventDetail.outcome': note('`signed_in` or `rejected`.'),
  method: note('`password` or `oidc`.'),
  'SignInEventDetail.login': note('Login of the user; null unless it named one.'),
  'SignInEventDetail.oidc_op_resource': note('Path of the configuration; null for passwords.'),
  oidc_op_name: note('Name of the provider at that time; null for passwords.'),
  'SignInEventDetail.user': note('Path of the user; null unless the login named one.'),
  address: note('IP address of the browser.', '192.0.2.7'),
  user_agent: note("The browser's `User-Agent`, at most 256 characters."),
  request_id: note(
    '`X-Request-Id` of the request, or of the one that started the job; empty for the service itself.',
  ),
  unknown_login: note(
    "The login that the provider's claims gave if no user has it; otherwise null.",
    'nadia',
  ),
  reference: note('What a rejected visitor sees; null if signed in.', 'BKTMRWQP'),
  code: note('Why the sign-in was rejected; null if signed in.'),
  'SignInEventDetail.steps': note(
    'The steps of a rejected provider sign-in, without claim values other than those compared; without `palisade` `ro`, only the one that looks for the user. Otherwise empty.',
  ),
  'Change.login': note(
    "Login of who made the change; null for the service itself, or if the user isn't visible.",
  ),
  'Change.user': note('Path of who made the change; null as `login`.'),
  via: note('`session`, `api key <name>`, `configuration <file>`, `job <path>`, `first start` or `start`.'),
  action: note('`created`, `updated`, `deleted` or `imported`.'),
  'Change.resource': note(
    "Path of the record; of an import, the group that contains it all; of a deletion that wasn't finished, the group's subgroups.",
  ),
  'Change.name': note('Name or login of the record at that time.'),
  'Change.fields': note(
    'The changed properties, `before` and `after`; of a secret, only that it was `replaced`.',
  ),
  'fields.name': note('Name of the property.'),
  recreatable: note(
    "Whether deleted groups can be recreated: false if they aren't kept; null for any other change.",
  ),
  deletions: note('How many deletions of the same run can be recreated together.', 2),
  'Recreation.groups': note('How many groups it would create.', 3),
  'Recreation.roles': note('How many roles would apply to them again.', 1),
  paths: note('The first groups, each as the names on the way to it.', [['Acme', 'Berlin']]),
  problems: note('What prevents it, in sentences; empty if nothing does.', []),
  'SignInCount.start': note('When the period starts, as in `starts`.', moment),
  'SignInCount.count': note('Number of sign-ins.', 12),
  'SignInCount.sign_in_event_resource': note('Path of the most recent one.'),
  'SignInCount.oidc_op_resource': note('Path of the configuration; null for passwords.'),
  state: note(
    '`pending`: not sent yet. `retrying`: not received yet. `delivered`: received. `given_up`: not received in a day.',
  ),
  attempts: note('How often it was sent.', 1),
  next_attempt_at: note('When it is sent next; null if it is not sent any more.', moment),
  delivered_at: note('When it was received; null unless it was.', moment),
  complete: note('False if there are so many that only the most recent ones are counted.'),
  count: note('Number of records: more than 1 for subtrees and imports.', 1),
};

/** Query parameters. The API has none, so all of them are extensions. */
export const queryNotes: Readonly<Record<string, Note>> = {
  start: { description: 'Number of records to skip.', type: 'integer', default: 0 },
  limit: {
    description:
      'Maximum number of records to return. More than 1,000 groups need `fields`, and long descriptions end such a page early.',
    type: 'integer',
    default: limits.pageDefault,
  },
  fields: note('Names of the properties to return, separated by commas; all by default.'),
  search: note("Part of a name or of a user's login, case-insensitive."),
  lineage_of: note('Group paths, separated by commas: returns only these and their ancestors.'),
  held_by: note("Path of a user: returns only this user's roles."),
  role: note('Path of a role: returns only its users.'),
  no_sign_in_days: note(
    "Returns only users who last signed in, or else were created, at least this many days ago, and whose API keys weren't used since.",
  ),
  never_signed_in: note('`true` returns only users who never signed in.'),
  below: note('`true` includes the users of all descendants.'),
  run: note('`true` recreates all that was deleted with the same `X-Request-Id` within an hour.'),
  include_current: note("`true` also ends the caller's own session."),
  login: note('Exact login, case-sensitive.'),
  return_to: note('Console path to open after sign-in.'),
  after: note(
    'Cursor from `next`, or 0: returns the entries after it, oldest first. Following `next` misses no entry.',
  ),
  through: note(
    "Cursor from `next`: returns only the entries up to it, so that later ones don't shift pages.",
  ),
  user: note('Path of a user: returns only their entries.'),
  since: note('ISO 8601: returns only entries at or after this time.'),
  until: note('ISO 8601: returns only entries before this time.'),
  oidc_op: note('Path of a configuration: returns only sign-ins through it.'),
  outcome: note('`signed_in` or `rejected`.'),
  code: note('Returns only sign-ins that were rejected with this code.'),
  reference: note('Returns the rejected sign-in with this reference.'),
  resource: note("Path of a record, which includes what's below it, or of all records of a kind: `/groups`."),
  action: note('`created`, `updated`, `deleted` or `imported`.'),
  starts: note(
    'When each period starts, separated by commas and in order; it ends where the next one starts, the last one at `until` or now.',
  ),
};
