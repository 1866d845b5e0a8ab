import { expect, it } from 'vitest';
import type { Change } from '../../../contract/activity/changes.ts';
import { authorText } from './author.ts';

it.each([
  ['admin', 'session', 'admin'],
  ['admin', 'api key nightly', 'admin via API key nightly'],
  ['admin', 'job /delayed_job_statuses/5', 'admin via job 5'],
  [null, 'first start', 'Setup'],
  [null, 'watch', 'Provider watch'],
  [null, 'session', "a user you can't view"],
  [null, 'api key', "a user you can't view via an API key"],
  [null, 'job /delayed_job_statuses/5', "a user you can't view via job 5"],
  ['erased-1', 'api key', 'erased-1 via an API key'],
])('names the author %j, via %j', (login, via, text) => {
  const written = authorText({ login, via } as Change).replaceAll(/[\u2066-\u2069]/g, '');
  expect(written).toBe(text);
});
