import * as z from 'zod/mini';
import { dataBody } from './fields.ts';

/** Longest that a scenario holds a request back, in milliseconds. */
export const labDelayMost = 60_000;

const milliseconds = z
  .int('must be a whole number')
  .check(z.minimum(0, 'must be at least 0'), z.maximum(labDelayMost, `must be at most ${labDelayMost}`));

/** What a scenario does to a request of the API (the gateway's own, in the demo alone). */
export const labEffect = z.union([
  /** Answers an error. */
  z.strictObject({
    kind: z.literal('status'),
    status: z.int().check(z.minimum(400, 'must be at least 400'), z.maximum(599, 'must be at most 599')),
    detail: z.array(z.string().check(z.maxLength(500))).check(z.maxLength(20)),
  }),
  /** Holds the request back. */
  z.strictObject({ kind: z.literal('latency'), milliseconds }),
  /** Cuts the connection without an answer. */
  z.strictObject({ kind: z.literal('cut') }),
  /** Sends the answer's body bit by bit. */
  z.strictObject({ kind: z.literal('slow-body'), milliseconds }),
  /** Answers a write with 202 and a background job. */
  z.strictObject({ kind: z.literal('job'), outcome: z.enum(['slow', 'fails', 'vanishes']) }),
  /** Ends the session of whoever asks, before the request is handled. */
  z.strictObject({ kind: z.literal('session-ended') }),
  /** Changes the record that is read, as somebody else would, before the request is handled. */
  z.strictObject({ kind: z.literal('edited-elsewhere') }),
  /** Pages of lists as other services may have them. */
  z.strictObject({
    kind: z.literal('paging'),
    variant: z.enum(['parameters-ignored', 'rows-count-the-page', 'start-stands-still']),
  }),
  /** Another version of the service, for every request. */
  z.strictObject({
    kind: z.literal('version'),
    version: z.string().check(z.regex(/^\d{1,3}(\.\d{1,3}){0,2}$/, 'must be a version such as 9.6')),
  }),
]);
export type LabEffect = z.infer<typeof labEffect>;

/** One rule: on which endpoint (by its name in the contract, or `*`), what happens, and for how many calls. */
export const labRule = z.strictObject({
  endpoint: z.string(),
  effect: labEffect,
  /** Null until it is switched off. */
  times: z.nullable(
    z.int().check(z.minimum(1, 'must be at least 1'), z.maximum(1000, 'must be at most 1000')),
  ),
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
