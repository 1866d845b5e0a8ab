import { describe, expect, it } from 'vitest';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { endpoints } from '../../../contract/endpoints.ts';
import * as z from 'zod/mini';
import { operations } from './description.ts';
import { buildExample } from './example.ts';
import { exampleCommand, missingIn, pathOf } from './request.ts';

const all = Object.entries<Endpoint>(endpoints);

const operation = (id: string) => operations.find((candidate) => candidate.id === id)!;

it('the description has every endpoint, with its parameters', () => {
  expect(operations.map(({ id }) => id).toSorted()).toEqual(Object.keys(endpoints).toSorted());
  for (const { endpoint, parameters } of operations) {
    const named = parameters.filter(({ in: place }) => place === 'path').map(({ name }) => `:${name}`);
    expect(named).toEqual(endpoint.path.match(/:\w+/g) ?? []);
  }
});

describe('examples', () => {
  it.each(all.filter(([, endpoint]) => endpoint.body).map(([name, endpoint]) => [name, endpoint] as const))(
    'of the body of %s are accepted',
    (name, endpoint) => {
      const { body } = operation(name);
      if (!body || !endpoint.body) throw new Error('no body');
      const example = buildExample(body);
      expect(z.safeParse(endpoint.body, example).error?.issues ?? []).toEqual([]);
    },
  );

  const responses = all.flatMap(([name, endpoint]) =>
    Object.entries(endpoint.responses).map(([status, schema]) => [name, status, schema] as const),
  );
  it.each(responses.filter(([, , schema]) => schema !== null))(
    'of responses are valid: %s %s',
    (name, status, schema) => {
      const described = operation(name).responses.find((response) => response.status === status)?.schema;
      expect(described).toBeDefined();
      expect(z.safeParse(schema ?? z.never(), buildExample(described ?? {})).error?.issues ?? []).toEqual([]);
    },
  );
});

describe('requests', () => {
  it('fill in the values, and report missing ones', () => {
    const list = operation('listGroupUsers');
    const values = new Map(Object.entries({ id: 'a/b', limit: '2', search: '' }));
    expect(pathOf(list, values)).toBe('/groups/a%2Fb/users?limit=2');
    expect(pathOf(list, new Map())).toBe('/groups/{id}/users');
    expect(missingIn(list, new Map())).toEqual(['id']);
  });

  it('are commands with parameters as placeholders, and the key from the environment', () => {
    const command = (id: string, body?: object) =>
      exampleCommand(operation(id), body, 'https://x').split(' \\\n  ');
    expect(command('updateGroup', { data: { name: "O'Neil" } })).toEqual([
      "curl -g -X PUT 'https://x/api/groups/{id}'",
      '-H "Authorization: token $API_KEY"',
      "-H 'Accept: application/json'",
      "-H 'Content-Type: application/json'",
      expect.stringMatching(/^--data-raw '/),
    ]);
    expect(command('signIn').join()).not.toContain('API_KEY');
  });
});
