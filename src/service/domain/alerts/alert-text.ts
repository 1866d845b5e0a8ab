import type { AlertType } from '../../../contract/activity/alerts.ts';
import { msg } from '../../../contract/isolate.ts';
import type { AlertData, RaisedAlert } from './alert-ports.ts';

const sentences: Record<AlertType, (data: AlertData, name: string) => string> = {
  'provider.rejections': ({ rejected = 0, total = 0, reason = '' }, name) =>
    msg`${rejected} of ${total} sign-ins through ${name} were rejected: ${reason}`,
  'provider.metadata_changed': ({ fields = [] }, name) => msg`The metadata of ${name} has changed: ${fields}`,
  'provider.broken': ({ reason }, name) =>
    reason === undefined ? msg`${name} is broken` : msg`${name} is broken: ${reason}`,
  'provider.recovered': (_data, name) => msg`${name} works again`,
  'credential.ends': ({ credential = 'client secret', ends_on: day = 'an unknown day' }, name) =>
    msg`The ${credential} of ${name} ends on ${day}`,
  'job.failed': ({ count = 1 }) => (count > 1 ? `${count} jobs failed` : 'A job failed'),
  'administrator.last_changed': ({ before }) =>
    before === undefined
      ? 'Only one administrator with a password is left'
      : 'The only administrator with a password is now a different one',
};

/** What chats make links and mentions of. */
const linking = /@|\](?=\()|:(?=\/\/)|\.(?=\S)/g;

/** An alert in one sentence, which chats show: names in it neither link nor mention anyone. */
export function textOf({ type, data }: Pick<RaisedAlert, 'type' | 'data'>): string {
  const text = sentences[type](data, data.name ?? data.resource ?? '');
  return text.replaceAll('<', '‹').replaceAll('>', '›').replace(linking, '$&\u200B');
}
