import { expect, it } from 'vitest';
import { fillRecord } from './fill-record.ts';

interface User {
  login: string;
  roles: string[];
  age?: number;
}

it('fillRecord fills missing and mistyped fields and keeps the others', () => {
  const empty = { login: '', roles: [] };
  expect(fillRecord<User>({ login: 'maria', roles: ['a'], age: 7 }, empty)).toEqual({
    login: 'maria',
    roles: ['a'],
    age: 7,
  });
  // Services may return something else than their contract promises.
  const malformed = JSON.parse('{"login":null,"roles":{"a":1},"age":"x"}') as User;
  expect(fillRecord(malformed, empty)).toEqual({ login: '', roles: [], age: 'x' });
});
