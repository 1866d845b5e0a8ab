import type { Note } from './note.ts';

const time = '2026-03-02T09:30:00.000Z';

/** Property descriptions of both logs' entries. */
export const activityNotes: Readonly<Record<string, Note>> = {
  sign_in_event_resource: { description: 'Path of the event.', examples: ['/sign_in_events/7'] },
  change_resource: { description: 'Path of the change.', examples: ['/changes/7'] },
  at: { description: 'ISO 8601, UTC.', examples: [time] },
  'SignInEvent.outcome': { description: '`signed_in` or `rejected`.' },
  'SignInEventDetail.outcome': { description: '`signed_in` or `rejected`.' },
  method: { description: '`password` or `oidc`.' },
  'SignInEvent.login': { description: 'Login of the user; null unless it named one.' },
  'SignInEventDetail.login': { description: 'Login of the user; null unless it named one.' },
  'SignInEvent.oidc_op_resource': { description: 'Path of the configuration; null for passwords.' },
  'SignInEventDetail.oidc_op_resource': { description: 'Path of the configuration; null for passwords.' },
  oidc_op_name: { description: 'Name of the provider at that time; null for passwords.' },
  'SignInEvent.user': { description: 'Path of the user; null unless the login named one.' },
  'SignInEventDetail.user': { description: 'Path of the user; null unless the login named one.' },
  address: { description: 'IP address of the browser.', examples: ['192.0.2.7'] },
  user_agent: { description: "The browser's `User-Agent`, at most 256 characters." },
  request_id: {
    description:
      '`X-Request-Id` of the request, or of the one that started the job; empty for the service itself.',
  },
  reference: { description: 'What a rejected visitor sees; null if signed in.', examples: ['BKTMRWQP'] },
  code: { description: 'Why the sign-in was rejected; null if signed in.' },
  'SignInEventDetail.steps': {
    description:
      'The steps of a rejected provider sign-in, without claim values other than those compared; otherwise empty.',
  },
  'Change.login': {
    description: "Login of who made the change; null for the service itself, or if the user isn't visible.",
  },
  'Change.user': { description: 'Path of who made the change; null as `login`.' },
  via: {
    description:
      '`session`, `api key <name>`, `configuration <file>`, `job <path>`, `first start` or `start`.',
  },
  action: { description: '`created`, `updated`, `deleted` or `imported`.' },
  'Change.resource': {
    description:
      "Path of the record; of an import, the group that contains it all; of a deletion that wasn't finished, the group's subgroups.",
  },
  'Change.name': { description: 'Name or login of the record at that time.' },
  'Change.fields': {
    description: 'The changed properties, `before` and `after`; of a secret, only that it was `replaced`.',
  },
  'fields.name': { description: 'Name of the property.' },
  'SignInCount.start': { description: 'When the period starts, as in `starts`.', examples: [time] },
  'SignInCount.count': { description: 'Number of sign-ins.', examples: [12] },
  'SignInCount.sign_in_event_resource': { description: 'Path of the most recent one.' },
  'SignInCount.oidc_op_resource': { description: 'Path of the configuration; null for passwords.' },
  'Alert.id': { description: 'Id of the alert, as in the body that is posted.' },
  'Alert.type': { description: 'What it is about.', examples: ['provider.rejections'] },
  'Alert.resource': {
    description: 'Path of the configuration, the job or the user that it is about.',
    examples: ['/oidc_ops/1'],
  },
  'Alert.name': {
    description:
      'Name of the provider, login of the user, or of who started the job; empty if they were deleted.',
  },
  state: {
    description:
      '`pending`: not sent yet. `retrying`: not received yet. `delivered`: received. `given_up`: not received in a day.',
  },
  attempts: { description: 'How often it was sent.', examples: [1] },
  next_attempt_at: {
    description: 'When it is sent next; null if it is not sent any more.',
    examples: [time],
  },
  delivered_at: { description: 'When it was received; null unless it was.', examples: [time] },
  complete: {
    description: 'False if there are so many that only the most recent ones are counted.',
  },
  count: { description: 'Number of records: more than 1 for subtrees and imports.', examples: [1] },
};

/** Query parameters of both logs. */
export const activityQueryNotes: Readonly<Record<string, Note>> = {
  after: {
    description:
      'Cursor from `next`, or 0: returns the entries after it, oldest first. Following `next` misses no entry.',
  },
  through: {
    description:
      "Cursor from `next`: returns only the entries up to it, so that later ones don't shift pages.",
  },
  user: { description: 'Path of a user: returns only their entries.' },
  since: { description: 'ISO 8601: returns only entries at or after this time.' },
  until: { description: 'ISO 8601: returns only entries before this time.' },
  oidc_op: { description: 'Path of a configuration: returns only sign-ins through it.' },
  outcome: { description: '`signed_in` or `rejected`.' },
  code: { description: 'Returns only sign-ins that were rejected with this code.' },
  reference: { description: 'Returns the rejected sign-in with this reference.' },
  resource: {
    description: "Path of a record, which includes what's below it, or of all records of a kind: `/groups`.",
  },
  action: { description: '`created`, `updated`, `deleted` or `imported`.' },
  starts: {
    description:
      'When each period starts, separated by commas and in order; it ends where the next one starts, the last one at `until` or now.',
  },
};
