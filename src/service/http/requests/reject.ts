import type { FastifyBaseLogger } from 'fastify';
import { recordRejection, type Rejection } from '../../domain/activity/sign-in-log.ts';
import type { Service } from '../../service.ts';

/**
 * Counts and records a rejected sign-in. If it can't be recorded, it's rejected anyway.
 * @returns its reference, if it was recorded
 */
export async function reject(
  { counts, activity, work, now }: Service,
  log: FastifyBaseLogger,
  rejection: Rejection,
): Promise<string | undefined> {
  const { code } = rejection;
  counts.rejectedSignIns.set(code, (counts.rejectedSignIns.get(code) ?? 0) + 1);
  if (!activity) return undefined;
  try {
    return await recordRejection(work.stores, now(), rejection);
  } catch (error) {
    log.error({ code, reason: error instanceof Error ? error.message : error }, "couldn't record a sign-in");
    return undefined;
  }
}
