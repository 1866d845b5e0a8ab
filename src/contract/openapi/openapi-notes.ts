import * as z from 'zod/mini';
import { change } from '../activity/changes.ts';
import { signInEvent, signInEventDetail } from '../activity/sign-in-events.ts';
import { authenticationResult } from '../access/authentication.ts';
import { group } from '../groups/groups.ts';
import { jobStatus } from '../jobs.ts';
import { limits } from '../limits.ts';
import { activityNotes, activityQueryNotes } from './activity-notes.ts';
import type { Note } from './note.ts';
import { oidcLogin } from '../oidc/oidc-logins.ts';
import { oidcOp } from '../oidc/oidc-ops.ts';
import { lastSignInTest, signInTest } from '../oidc/sign-in-tests.ts';
import { role } from '../access/roles.ts';
import { apiKey, user } from '../access/users.ts';

/** Records with a name in the API description, so that each is described once. */
export const named = z.registry<{ id: string }>();
named.add(authenticationResult, { id: 'AuthenticationResult' });
named.add(group, { id: 'Group' });
named.add(jobStatus, { id: 'JobStatus' });
named.add(oidcLogin, { id: 'OidcLogin' });
named.add(oidcOp, { id: 'OidcOp' });
named.add(signInTest, { id: 'SignInTest' });
named.add(lastSignInTest, { id: 'LastSignInTest' });
named.add(role, { id: 'Role' });
named.add(user, { id: 'User' });
named.add(apiKey, { id: 'ApiKey' });
named.add(signInEvent, { id: 'SignInEvent' });
named.add(signInEventDetail, { id: 'SignInEventDetail' });
named.add(change, { id: 'Change' });

const url = (description: string, example: string): Note => ({
  description,
  examples: [example],
  format: 'uri',
  maxLength: limits.url,
});
const provider = 'https://login.example.com';

/** Property descriptions by name; `Record.name` takes precedence where a name has several meanings. */
export const notes: Readonly<Record<string, Note>> = {
  name: { description: 'Display name.', examples: ['Acme Logistics'] },
  'Group.name': { description: 'Unique among its siblings.', examples: ['Acme Logistics'] },
  'Role.name': { description: 'Name of the role.', examples: ['Operators'] },
  'ApiKey.name': { description: 'What the key is for.', examples: ['Nightly export'] },
  'OidcOp.id': { description: 'Id of the configuration.', examples: [1] },
  'OidcOp.resource': { description: 'Path of the configuration.', examples: ['/oidc_ops/1'] },
  'OidcOp.name': {
    description: 'Display name; it labels the button on the sign-in page.',
    examples: ['Sign in with Acme'],
  },
  description: { description: 'Free text.', examples: ['Customer since 2019'] },
  rows: { description: 'Total number of matching records.', examples: [1] },
  start: { description: 'Offset of the first record.', examples: [0] },
  mode: { description: '`NONE` for new groups.', examples: ['NONE'] },
  group_resource: { description: 'Path of the group.', examples: ['/groups/5'] },
  parent_resource: {
    description: 'Path of the parent group; an empty string for the Default group.',
    examples: ['/groups/0'],
  },
  customer_resource: { description: 'Path of the customer.', examples: ['/customers/5'] },
  zones_resource: { description: "Path of the group's zones." },
  reports_resource: { description: "Path of the group's report statuses." },
  customer_configurations_resource: { description: "Path of the customer's configurations." },
  customer_devices_resource: { description: "Path of the customer's mapped devices." },
  customer_traffic_resource: { description: "Path of the customer's traffic." },
  customer_logs_resource: { description: "Path of the customer's logs." },
  group_configurations_resource: { description: "Path of the group's configurations." },
  group_traffic_resource: { description: "Path of the group's traffic." },
  group_logs_resource: { description: "Path of the group's logs." },
  members_resource: { description: "Path of the group's members." },
  roles_resource: { description: "Path of the group's roles." },
  users_resource: { description: "Path of the group's users." },
  templates_resource: { description: "Path of the group's templates." },
  subnets_resource: { description: "Path of the group's subnets." },
  mapped_devices_resource: { description: "Path of the group's mapped devices." },
  pre_mapped_devices_resource: { description: "Path of the group's pre-mapped devices." },
  sub_groups_resource: { description: "Path of the group's direct subgroups." },
  'AuthenticationResult.roles': { description: "The user's roles." },
  'AuthenticationResult.group': { description: "The user's group." },
  'AuthenticationResult.user': { description: 'Path of the user.', examples: ['/users/5'] },
  'JobStatus.user': { description: 'Login of the user who started the job.', examples: ['maria'] },
  'Role.users': { description: 'Logins of the users who hold the role.', examples: [['maria']] },
  display_name: { description: 'Full name.', examples: ['Maria Keller'] },
  user_resource: { description: 'Path of the user.', examples: ['/users/5'] },
  has_password: { description: 'Whether the user can sign in with a password.' },
  last_sign_in_at: { description: 'ISO 8601, UTC; an empty string if the user never signed in.' },
  last_sign_in_via: { description: 'What the user last signed in with: `password`, or a provider’s name.' },
  api_key_resource: { description: 'Path of the API key.', examples: ['/users/5/api_keys/1'] },
  last_used_at: { description: 'ISO 8601, UTC; an empty string if the key was never used.' },
  login_resource: { description: 'Path that starts the sign-in.', examples: ['/oidc_logins/1'] },
  oidc_trial_resource: { description: 'Path of the sign-in test.', examples: ['/oidc_trials/Zk3…'] },
  provider_name: { description: 'Name of the provider that was tested.' },
  'SignInTest.finished': { description: 'Whether the test has finished.' },
  returned: { description: 'Whether the provider has sent the browser back.' },
  succeeded: {
    description: 'Whether the sign-in would have succeeded; false without a `username_path`.',
  },
  published: { description: 'The values in the provider’s metadata; null if it wasn’t fetched.' },
  outcome: { description: '`passed`, `failed`, or `unfinished` while the provider hasn’t sent anyone back.' },
  failed_step: { description: 'Name of the failed step; an empty string if none failed.' },
  steps: { description: 'What happened, step by step.' },
  id_token_claims: { description: "The ID token's claims; null if there was none." },
  userinfo_claims: { description: "The UserInfo response's claims; null if it wasn't requested." },
  started_at: { description: 'ISO 8601, UTC.' },
  issuer: url(
    'Must exactly match the `iss` claim in the provider’s ID tokens. Optional with `metadata_url`.',
    provider,
  ),
  client_id: { description: 'Client ID registered at the provider.', examples: ['palisade'] },
  client_secret: {
    description:
      'Secret for `client_secret_basic`. Write-only: no response contains it. Omit it from an update to keep the stored one.',
    examples: ['a-secret-of-the-provider'],
  },
  authorization_endpoint: url(
    'Receives authorization requests; https. Optional with `metadata_url`.',
    `${provider}/authorize`,
  ),
  token_endpoint: url('Receives token requests; https. Optional with `metadata_url`.', `${provider}/token`),
  userinfo_endpoint: url(
    'Used when the ID token doesn’t contain the login; https, optional, an empty string if unset.',
    `${provider}/userinfo`,
  ),
  jwks_uri: url("The provider's public keys; an empty string if unset.", `${provider}/jwks`),
  scope: {
    description: 'Separated by spaces; must contain `openid`, which is the default.',
    examples: ['openid email'],
  },
  username_path: {
    description:
      'JMESPath expression that extracts the login from the ID token, then from the UserInfo response.',
    examples: ['preferred_username || email'],
  },
  logout_method: {
    description: '`local`: signs out of this service, not of the provider. `none`: no sign-out.',
    examples: ['local'],
  },
  post_logout_redirect_uri: url(
    'Where browsers go after sign-out; an empty string (a generic page) if unset.',
    'https://www.example.com/bye',
  ),
  metadata_url: url(
    'URL of the discovery document, which fills the fields that a request omits.',
    `${provider}/.well-known/openid-configuration`,
  ),
  login: { description: 'Sign-in name, case-sensitive.', examples: ['maria'] },
  password: {
    description:
      'Write-only. null removes the password, so that this user can only sign in through a provider.',
    examples: ['correct-horse-battery'],
  },
  'AuthenticationResult.logout': {
    description: 'How this session can be ended.',
    'x-extension': true,
  },
  features: { description: 'Features granted, each with its privilege.' },
  'features.name': { description: 'Name of the feature.' },
  'features.privilege': { description: '`ro` reads; `rw` reads and writes.' },
  admin_group: { description: 'The group that administers the role.', examples: ['/groups/0'] },
  group_resources: { description: 'Groups that the role applies to.', examples: [['/groups/5']] },
  role_resources: { description: 'Roles of the user.', examples: [['/roles/1']] },
  role_resource: { description: 'Path of the role.', examples: ['/roles/1'] },
  delayed_job_status_resource: {
    description: 'Path of the status.',
    examples: ['/delayed_job_statuses/12'],
  },
  message: { description: 'Progress or result, as text.', examples: ['Deleted 1,200 of 5,000 groups'] },
  finished: { description: 'Whether the status is final.' },
  failed: { description: 'Whether the job failed; `message` says why.' },
  created_at: {
    description: 'ISO 8601, UTC.',
    format: 'date-time',
    examples: ['2026-03-02T09:30:00.000Z'],
  },
  updated_at: {
    description: 'ISO 8601, UTC.',
    format: 'date-time',
    examples: ['2026-03-02T09:30:00.000Z'],
  },
  parent: {
    description: 'Path of the parent group, or the names on the way to it below the Default group.',
    examples: ['/groups/5'],
  },
  oidc_op_resource: { description: 'Path of the configuration.', examples: ['/oidc_ops/1'] },
  ...activityNotes,
};

/** Query parameters. The API has none, so all of them are extensions. */
export const queryNotes: Readonly<Record<string, Note>> = {
  start: {
    description: 'Number of records to skip.',
    type: 'integer',
    default: 0,
  },
  limit: {
    description:
      'Maximum number of records to return. More than 1,000 groups need `fields`, and long descriptions end such a page early.',
    type: 'integer',
    default: limits.pageDefault,
  },
  fields: { description: 'Names of the properties to return, separated by commas; all by default.' },
  search: { description: 'Part of a name or of a user’s login, case-insensitive.' },
  lineage_of: {
    description: 'Group paths, separated by commas: returns only these and their ancestors.',
  },
  held_by: { description: 'Path of a user: returns only this user’s roles.' },
  below: { description: '`true` includes the users of all descendants.' },
  login: { description: 'Exact login, case-sensitive.' },
  return_to: { description: 'Console path to open after sign-in.' },
  ...activityQueryNotes,
};
