import { expect, it } from 'vitest';
import { recordId } from './record-id.ts';

it.each(['0', '7', '12345678901', '999999999999999'])('takes the ID %s', (id) => {
  expect(recordId(id)).toBe(id);
});
it.each(['', '07', '-1', '1.5', 'x', '9007199254740993'])(
  'finds no record with the ID “%s”, which has no exact number',
  (id) => {
    expect(() => recordId(id)).toThrow(expect.objectContaining({ isNotFound: true }));
  },
);
