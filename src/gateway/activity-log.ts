import type { FastifyBaseLogger } from 'fastify';
import { changeRecord, signInEventRecord } from '../service/domain/activity/activity.ts';
import type { ActivityEntry } from '../service/domain/activity/activity-ports.ts';
import type { Config } from './config.ts';

/** Writes each sign-in and change to the log as one line, regardless of its level. */
export function activityLog(log: FastifyBaseLogger): (entry: ActivityEntry) => void {
  const lines = log.child({}, { level: 'info' });
  return (entry) => {
    if ('change' in entry) lines.info({ change: changeRecord(entry.change) }, 'change');
    else lines.info({ sign_in_event: signInEventRecord(entry.signIn) }, 'sign-in');
  };
}

/** How the gateway's own changes are recorded: those before the log is open are written once it is. */
export interface OwnActivity {
  isOn: boolean;
  onEntry(entry: ActivityEntry): void;
  openLog(log: FastifyBaseLogger): void;
}

export function ownActivity({
  ACTIVITY_DAYS: days,
  ACTIVITY_LOG: isLogged,
}: Pick<Config, 'ACTIVITY_DAYS' | 'ACTIVITY_LOG'>): OwnActivity {
  const early: ActivityEntry[] = [];
  let write = (entry: ActivityEntry): void => void early.push(entry);
  return {
    isOn: days > 0,
    onEntry: (entry) => {
      if (isLogged) write(entry);
    },
    openLog: (log) => {
      write = activityLog(log);
      early.splice(0).forEach(write);
    },
  };
}
