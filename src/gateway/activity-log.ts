import type { FastifyBaseLogger } from 'fastify';
import { changeRecord, signInEventRecord } from '../service/domain/activity/activity.ts';
import type { ActivityEntry } from '../service/domain/activity/activity-ports.ts';

/** Writes each sign-in and change to the log as one line, regardless of its level. */
export function activityLog(log: FastifyBaseLogger): (entry: ActivityEntry) => void {
  const lines = log.child({}, { level: 'info' });
  return (entry) => {
    if ('change' in entry) lines.info({ change: changeRecord(entry.change) }, 'change');
    else lines.info({ sign_in_event: signInEventRecord(entry.signIn) }, 'sign-in');
  };
}
