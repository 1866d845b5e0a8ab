import { expect, it } from 'vitest';
import { sentencesIn } from './problems.ts';

it.each([
  [{ detail: ['name: is required', 'login: is taken'] }, ['name: is required', 'login: is taken']],
  // RFC 9457
  [{ title: 'Conflict', detail: 'Name is taken', status: 409 }, ['Name is taken']],
  [{ title: 'Conflict', detail: ' ' }, ['Conflict']],
  [{ error: { code: 7, message: 'Name is taken' } }, ['Name is taken']],
  [{ error: 'invalid_request', message: 'Name is taken' }, ['Name is taken']],
  [{ detail: [{ loc: ['body', 'name'], msg: 'field required' }, null, 'More'] }, ['field required', 'More']],
  // JSON:API
  [{ errors: [{ title: 'x', detail: 'Name is taken' }, { title: 'Locked' }] }, ['Name is taken', 'Locked']],
  [{ title: 'Invalid', errors: ['Name is taken'] }, ['Name is taken']],
  [{ detail: [] }, []],
])('finds what %j says', (body, sentences) => expect(sentencesIn(body)).toEqual(sentences));

const tooDeep = { error: { error: { error: { error: 'deep' } } } };
it.each([undefined, null, 7, '<h1>Bad Gateway</h1>', [], {}, tooDeep])('finds nothing in %j', (body) =>
  expect(sentencesIn(body)).toEqual([]),
);

it('survives very deep nesting', () => {
  const deep: unknown = JSON.parse(`{"detail":${'['.repeat(50_000)}${']'.repeat(50_000)}}`);
  expect(sentencesIn(deep)).toEqual([]);
});
