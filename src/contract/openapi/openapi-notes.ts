import * as z from 'zod/mini';
import { authenticationResult } from '../access/authentication.ts';
import { group } from '../groups/groups.ts';
import { jobStatus } from '../jobs.ts';
import { limits } from '../limits.ts';
import { oidcLogin } from '../oidc/oidc-logins.ts';
import { oidcOp } from '../oidc/oidc-ops.ts';
import { oidcTrial } from '../oidc/oidc-trials.ts';
import { role } from '../access/roles.ts';
import { apiKey, user } from '../access/users.ts';

/** What the description says of a property or parameter beyond its schema: JSON Schema keywords. */
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

/** The records that the description names, so that it tells each of them once. */
export const named = z.registry<{ id: string }>();
named.add(authenticationResult, { id: 'AuthenticationResult' });
named.add(group, { id: 'Group' });
named.add(jobStatus, { id: 'JobStatus' });
named.add(oidcLogin, { id: 'OidcLogin' });
named.add(oidcOp, { id: 'OidcOp' });
named.add(oidcTrial, { id: 'OidcTrial' });
named.add(role, { id: 'Role' });
named.add(user, { id: 'User' });
named.add(apiKey, { id: 'ApiKey' });

const url = (description: string, example: string): Note => ({
  description,
  examples: [example],
  format: 'uri',
  maxLength: limits.url,
});
const provider = 'https://login.example.com';

/** What a property means, by its name; where one name means several things, `Record.name` goes first. */
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
  rows: { description: 'How many records match in all.', examples: [1] },
  start: { description: 'How many records come before the first one here.', examples: [0] },
  mode: { description: '`NONE` for new groups.', examples: ['NONE'] },
  group_resource: { description: 'Path of the group.', examples: ['/groups/5'] },
  parent_resource: {
    description: 'Path of the group above; an empty string for the Default group.',
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
  'OidcTrial.finished': { description: 'Whether the test is over.' },
  succeeded: { description: 'Whether the sign-in would have succeeded.' },
  steps: { description: 'What happened, step by step.' },
  id_token_claims: { description: "The ID token's claims; null if there was none." },
  userinfo_claims: { description: "The UserInfo response's claims; null if it wasn't requested." },
  started_at: { description: 'ISO 8601, UTC.' },
  issuer: url(
    'Identity of the provider; must equal the `iss` claim of its ID Tokens. May be left out beside a `metadata_url`.',
    provider,
  ),
  client_id: { description: 'Client id presented to the provider.', examples: ['palisade'] },
  client_secret: {
    description:
      'Secret for `client_secret_basic`. Write-only: no answer contains it. Left out of a change, the stored one stays.',
    examples: ['a-secret-of-the-provider'],
  },
  authorization_endpoint: url(
    'Where the sign-in begins; https. May be left out beside a `metadata_url`.',
    `${provider}/authorize`,
  ),
  token_endpoint: url(
    'Where the code is exchanged; https. May be left out beside a `metadata_url`.',
    `${provider}/token`,
  ),
  userinfo_endpoint: url(
    'Asked for claims that the ID Token lacks; https, optional, an empty string when unset.',
    `${provider}/userinfo`,
  ),
  jwks_uri: url('The public keys of the provider; an empty string when unset.', `${provider}/jwks`),
  scope: {
    description: 'Separated by spaces; `openid` is required, and the default.',
    examples: ['openid email'],
  },
  username_path: {
    description: 'JMESPath expression that gives the login, on the ID Token first, then on UserInfo.',
    examples: ['preferred_username || email'],
  },
  logout_method: {
    description: '`local`: signs out here, not at the provider. `none`: there is no sign-out button.',
    examples: ['local'],
  },
  post_logout_redirect_uri: url(
    'Where browsers go after sign-out; an empty string when unset: a generic page.',
    'https://www.example.com/bye',
  ),
  metadata_url: url(
    'Where the provider publishes its endpoints; fills what the request leaves out.',
    `${provider}/.well-known/openid-configuration`,
  ),
  login: { description: 'Login name, exact in case.', examples: ['maria'] },
  password: {
    description: 'Write-only. null takes the password away, so that only providers sign this user in.',
    examples: ['correct-horse-battery'],
  },
  'AuthenticationResult.logout': {
    description: 'How this session may be ended.',
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
    description: 'Path to ask for the status again.',
    examples: ['/delayed_job_statuses/12'],
  },
  message: { description: 'How far the job is, in words.', examples: ['Deleted 1,200 of 5,000 groups'] },
  finished: { description: 'The status does not change any more.' },
  failed: { description: 'The job has failed; `message` says why.' },
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
    description: 'Path of the group above, or the names that lead to it from the Default group down.',
    examples: ['/groups/5'],
  },
  oidc_op_resource: { description: 'Path of the configuration.', examples: ['/oidc_ops/1'] },
};

/** Query parameters. The document states none, so all of them are extensions. */
export const queryNotes: Readonly<Record<string, Note>> = {
  start: {
    description: 'How many records to leave out at the beginning.',
    type: 'integer',
    default: 0,
    minimum: 0,
    maximum: 2_147_483_647,
  },
  limit: {
    description: 'How many records to return at most.',
    type: 'integer',
    default: limits.pageDefault,
    minimum: 1,
    maximum: limits.pageMax,
  },
  fields: { description: 'Names of the properties to return, separated by commas; all where left out.' },
  search: { description: 'Part of a name (and of the login of a user), in any case.' },
  lineage_of: {
    description: 'Paths of groups, separated by commas: only these and the groups above them.',
  },
  held_by: { description: 'Path of a user: only the roles that this user has.' },
  below: { description: '`true`: the users of all descendants too.' },
  login: { description: 'The exact login, case included: none or one user.' },
  return_to: { description: 'A path of the console to go to after sign-in.' },
};
