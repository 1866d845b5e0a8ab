import * as z from 'zod/mini';
import { dataBody } from './fields.ts';

/** Longest that a scenario holds a request back, in milliseconds. */
export const labDelayMost = 60_000;

/** By a rule that the contract has anyway: every page downloads what zod needs for the others. */
function wholeNumber(min: number, max: number) {
  return z
    .int('must be a whole number')
    .check(z.refine((value) => value >= min && value <= max, `must be from ${min} to ${max}`));
}

const milliseconds = wholeNumber(0, labDelayMost);

/** What a scenario does to a request of the API (the gateway's own, in the demo alone). */
export const labEffect = z.union([
  /** Answers an error. */
  z.strictObject({
    kind: z.enum(['status']),
    status: wholeNumber(400, 599),
    detail: z.array(z.string().check(z.maxLength(500))).check(z.maxLength(20)),
  }),
  /** Holds the request back. */
  z.strictObject({ kind: z.enum(['latency']), milliseconds }),
  /** Cuts the connection without an answer. */
  z.strictObject({ kind: z.enum(['cut']) }),
  /** Sends the answer's body bit by bit. */
  z.strictObject({ kind: z.enum(['slow-body']), milliseconds }),
  /** Answers a write with 202 and a background job. */
  z.strictObject({ kind: z.enum(['job']), outcome: z.enum(['slow', 'fails', 'vanishes']) }),
  /** Ends the session of whoever asks, before the request is handled. */
  z.strictObject({ kind: z.enum(['session-ended']) }),
  /** Changes the record that is read, as somebody else would, before the request is handled. */
  z.strictObject({ kind: z.enum(['edited-elsewhere']) }),
  /** Pages of lists as other services may have them. */
  z.strictObject({
    kind: z.enum(['paging']),
    variant: z.enum(['parameters-ignored', 'rows-count-the-page', 'start-stands-still']),
  }),
  /** Another version of the service, for every request. */
  z.strictObject({
    kind: z.enum(['version']),
    version: z.string().check(z.regex(/^\d{1,3}(\.\d{1,3}){0,2}$/, 'must be a version such as 9.6')),
  }),
]);
export type LabEffect = z.infer<typeof labEffect>;

/** One rule: on which endpoint (by its name in the contract, or `*`), what happens, and for how many calls. */
export const labRule = z.strictObject({
  endpoint: z.string(),
  effect: labEffect,
  /** Null until it is switched off. */
  times: z.nullable(wholeNumber(1, 1000)),
});
export type LabRule = z.infer<typeof labRule>;

/** A ready-made scenario. */
export const labScenario = z.object({
  id: z.string(),
  name: z.string(),
  what: z.string(),
  rules: z.array(labRule),
});
export type LabScenario = z.infer<typeof labScenario>;

/** What is switched on, and what there is (`GET /-/lab/scenario`). */
export const labState = z.object({
  active: z.nullable(
    z.object({
      /** Empty for rules of one's own. */
      id: z.string(),
      name: z.string(),
      /** `left` is null for a rule without an end. */
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

/** Switches a ready-made scenario on, or rules of one's own (`PUT /-/lab/scenario`). */
export const labActivateBody = z.union([
  dataBody({ id: z.string() }),
  dataBody({ rules: z.array(labRule).check(z.minLength(1, 'must not be empty'), z.maxLength(20)) }),
]);

/** How many records of each kind there are. */
export const labCounts = z.object({
  groups: z.number(),
  users: z.number(),
  roles: z.number(),
  oidc_ops: z.number(),
});
export type LabCounts = z.infer<typeof labCounts>;

/** What the demo's store holds, and what of it was kept (`GET /-/lab/data`). */
export const labData = z.object({
  counts: labCounts,
  snapshots: z.array(z.object({ name: z.string(), created_at: z.string(), counts: labCounts })),
});
export type LabData = z.infer<typeof labData>;

/** What differs between a snapshot and now, by kind of record: how many, and the first names. */
const labDifference = z.object({
  added: z.number(),
  removed: z.number(),
  changed: z.number(),
  names: z.array(z.string()),
});
export const labComparison = z.object({
  groups: labDifference,
  users: labDifference,
  roles: labDifference,
  oidc_ops: labDifference,
});
export type LabComparison = z.infer<typeof labComparison>;

/** What can be generated, and how much of it. */
export const labGenerateBody = dataBody({
  what: z.enum(['groups', 'users'], 'must be groups or users'),
  count: wholeNumber(1, 100_000),
});

/** The name of a snapshot, which is the name of its file too. */
export const labSnapshotName = z
  .string()
  .check(z.regex(/^[\w][\w .-]{0,59}$/, 'must be 1 to 60 letters, digits, spaces, dots or dashes'));
