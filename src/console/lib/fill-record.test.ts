import { expect, it } from 'vitest';
import { completed } from './fill-record.ts';

interface User {
  login: string;
  roles: string[];
  age?: number;
}

it('fills what is missing or of another kind, and leaves the rest as it is', () => {
  const empty = { login: '', roles: [] };
  expect(completed<User>({ login: 'maria', roles: ['a'], age: 7 }, empty)).toEqual({
    login: 'maria',
    roles: ['a'],
    age: 7,
  });
  // As a service may answer, whatever was promised.
  const odd = JSON.parse('{"login":null,"roles":{"a":1},"age":"x"}') as User;
  expect(completed(odd, empty)).toEqual({ login: '', roles: [], age: 'x' });
});
