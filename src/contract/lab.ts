import * as z from 'zod/mini';
import { dataBody } from './fields.ts';

/** A scenario's longest delay, in milliseconds. */
export const maxLabDelay = 60_000;

/** Built from checks that the contract uses anyway: every page downloads the zod code for any others. */
function wholeNumber(min: number, max: number) {
  return z
    .int('must be a whole number')
    .check(z.refine((value) => value >= min && value <= max, `must be from ${min} to ${max}`));
}

const milliseconds = wholeNumber(0, maxLabDelay);

/** What the demo provider does that signing in depends on. */
export const providerFaults = [
  'secret-expired',
  'key-rolled',
  'certificate-ending',
  'provider-gone',
] as const;
export type ProviderFault = (typeof providerFaults)[number];

/** What a scenario does to an API request, or at the demo provider (demo only). */
export const labEffect = z.union([
  z.strictObject({
    kind: z.enum(['status']),
    status: wholeNumber(400, 599),
    detail: z.array(z.string().check(z.maxLength(500))).check(z.maxLength(20)),
  }),
  z.strictObject({ kind: z.enum(['latency']), milliseconds }),
  /** Closes the connection without a response. */
  z.strictObject({ kind: z.enum(['cut']) }),
  /** Has the service do a write, then breaks off its response. */
  z.strictObject({ kind: z.enum(['response-lost']) }),
  /** Sends the response body slowly, in small chunks. */
  z.strictObject({ kind: z.enum(['slow-body']), milliseconds }),
  /** Responds to a write with 202 and a background job. */
  z.strictObject({ kind: z.enum(['job']), outcome: z.enum(['slow', 'fails', 'vanishes']) }),
  /** Ends the caller's session before the request is handled. */
  z.strictObject({ kind: z.enum(['session-ended']) }),
  /** Changes the requested record before the request is handled, as if by another user. */
  z.strictObject({ kind: z.enum(['edited-elsewhere']) }),
  /** Pages lists the way other services might. */
  z.strictObject({
    kind: z.enum(['paging']),
    variant: z.enum(['parameters-ignored', 'rows-count-the-page', 'start-stands-still']),
  }),
  z.strictObject({ kind: z.enum(providerFaults) }),
  /** Emulates another service version for every request. */
  z.strictObject({
    kind: z.enum(['version']),
    version: z.string().check(z.regex(/^\d{1,3}(\.\d{1,3}){0,2}$/, 'must be a version such as 9.6')),
  }),
]);
export type LabEffect = z.infer<typeof labEffect>;

/** One rule: which endpoint (by its name in the contract, or `*`), which effect, and for how many calls. */
export const labRule = z.strictObject({
  endpoint: z.string(),
  effect: labEffect,
  /** Null: until the scenario is deactivated. */
  times: z.nullable(wholeNumber(1, 1000)),
});
export type LabRule = z.infer<typeof labRule>;

export const labScenario = z.object({
  id: z.string(),
  name: z.string(),
  /** What it's about, under which it's listed. */
  category: z.string(),
  what: z.string(),
  rules: z.array(labRule),
});
export type LabScenario = z.infer<typeof labScenario>;

/** The active scenario and all available ones (`GET /-/lab/scenario`). */
export const labState = z.object({
  active: z.nullable(
    z.object({
      /** Empty for custom rules. */
      id: z.string(),
      name: z.string(),
      /** `left` is null for a rule without a limit. */
      rules: z.array(z.object({ ...labRule.shape, left: z.nullable(z.number()), used: z.number() })),
      expires_at: z.string(),
    }),
  ),
  scenarios: z.array(labScenario),
  endpoints: z.array(
    z.object({ name: z.string(), method: z.string(), path: z.string(), summary: z.string() }),
  ),
});
export type LabState = z.infer<typeof labState>;

/** Activates a ready-made scenario or custom rules (`PUT /-/lab/scenario`). */
export const labActivateBody = z.union([
  dataBody({ id: z.string() }),
  dataBody({ rules: z.array(labRule).check(z.minLength(1, 'must not be empty'), z.maxLength(20)) }),
]);

export const labCounts = z.object({
  groups: z.number(),
  users: z.number(),
  roles: z.number(),
  oidc_ops: z.number(),
});
export type LabCounts = z.infer<typeof labCounts>;

/** The demo's record counts and snapshots (`GET /-/lab/data`). */
export const labData = z.object({
  counts: labCounts,
  snapshots: z.array(z.object({ name: z.string(), created_at: z.string(), counts: labCounts })),
});
export type LabData = z.infer<typeof labData>;

/** Without the history, the logs contain only what's done from then on: for tests, which read what they did themselves. */
export const labResetQuery = z.strictObject({ history: z.optional(z.literal('false')) });

/** What to generate, and how much. */
export const labGenerateBody = dataBody({
  what: z.enum(['groups', 'users'], 'must be groups or users'),
  count: wholeNumber(1, 100_000),
});

/** A snapshot's name, which is also its file name. */
export const labSnapshotName = z
  .string()
  .check(z.regex(/^[\w][\w .-]{0,59}$/, 'must be 1 to 60 letters, digits, spaces, dots or dashes'));
