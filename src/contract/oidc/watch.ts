import * as z from 'zod/mini';
import { updateBody } from '../fields.ts';
import { listWithoutStartOf } from '../paging.ts';
import { watchCauses, type WatchCause } from './sign-in-causes.ts';

/** Whether signing in through a provider works, as far as it's known. */
export const watchStates = ['works', 'broken', 'unknown'] as const;
export type WatchState = (typeof watchStates)[number];

const causes = Object.keys(watchCauses) as [WatchCause, ...WatchCause[]];

/** What the service knows about a provider without anyone signing in (extension). */
export const watch = z.object({
  state: z.enum(watchStates),
  since: z.string(),
  /** When the provider was last looked at; null before the first time. */
  checked_at: z.nullable(z.string()),
  /** Why it's broken, or what will break it. */
  causes: z.array(z.enum(causes)),
  /** When the first certificate of its hosts ends. */
  certificate_ends: z.nullable(z.string()),
  /** The IDs of its signing keys. */
  keys: z.array(z.string()),
  client_secret_ends_on: z.nullable(z.string()),
  probe_secret: z.boolean(),
});
export type Watch = z.infer<typeof watch>;
const listedWatch = z.extend(watch, {
  oidc_op_resource: z.string(),
  /** Whether it has a button on the sign-in page. */
  enabled: z.boolean(),
});
export type ListedWatch = z.infer<typeof listedWatch>;
export const watchList = listWithoutStartOf(listedWatch);

/** A day (UTC). */
export const dayField = z.iso.date('must be a date, such as 2026-12-31');

export const watchUpdateBody = updateBody({
  client_secret_ends_on: z.nullable(dayField),
  probe_secret: z.boolean('must be true or false'),
});
export type WatchUpdate = z.infer<typeof watchUpdateBody>['data'];

const dayMilliseconds = 86_400_000;

/** How many days from today (UTC) to a day; negative once it's past. */
export function daysUntil(day: string, now: Date): number {
  return Date.parse(`${day}T00:00Z`) / dayMilliseconds - Math.floor(now.getTime() / dayMilliseconds);
}

/** How many days before its end a client secret is announced to end; the first of these is when it has. */
export const noticeDays = [-1, 1, 7, 30] as const;
