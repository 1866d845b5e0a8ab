import * as z from 'zod/mini';
import { listOf } from '../paging.ts';

export const alertTypes = [
  'provider.rejections',
  'provider.metadata_changed',
  'provider.broken',
  'provider.recovered',
  'credential.ends',
  'job.failed',
  'administrator.last_changed',
] as const;
export type AlertType = (typeof alertTypes)[number];

/** This many rejected sign-ins through a provider are left to those who made them: more need attention, if most were rejected. */
export const toleratedRejections = 5;

/** How far an alert's delivery is: not tried yet, tried without success, received, or no longer tried. */
export const alertStates = ['pending', 'retrying', 'delivered', 'given_up'] as const;

/** An alert and its delivery (extension). */
export const alert = z.object({
  /** As in the body that's posted. */
  id: z.string(),
  type: z.enum(alertTypes),
  at: z.string(),
  resource: z.string(),
  name: z.string(),
  /** How many there were: at most one alert an hour is sent about the same cause. */
  count: z.int(),
  state: z.enum(alertStates),
  /** How often it was sent, at most, to one destination. */
  attempts: z.int(),
  delivered_at: z.nullable(z.string()),
});
export type Alert = z.infer<typeof alert>;
export const alertList = listOf(z.partial(alert));

/** Where alerts are sent, and whether they arrive (extension). */
const alertDestination = z.object({
  /** Its host; the rest of its URL may be secret. */
  name: z.string(),
  /** Since when nothing has arrived; null if the last alert has, or none was sent. */
  failing_since: z.nullable(z.string()),
  /** Of the last response, if it was a refusal; null without one. */
  status: z.nullable(z.int()),
  /** The first words of that response, or why there was none. */
  answer: z.nullable(z.string()),
});
export type AlertDestination = z.infer<typeof alertDestination>;
export const alertDestinations = z.object({ data: z.array(alertDestination) });
