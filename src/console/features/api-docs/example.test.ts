import { describe, expect, it } from 'vitest';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { endpoints } from '../../../contract/endpoints.ts';
import { openApiDocument } from '../../../contract/openapi/openapi.ts';
import * as z from 'zod/mini';
import { readDescription, type Description } from './description.ts';
import { buildExample } from './example.ts';
import { exampleCommand, missingIn, pathOf } from './request.ts';

const description = readDescription(JSON.parse(JSON.stringify(openApiDocument())));
if (!description) throw new Error("the description isn't valid");
const { operations, schemas } = description;
const all = Object.entries<Endpoint>(endpoints);

function operation(id: string): Description['operations'][number] {
  const found = operations.find((candidate) => candidate.id === id);
  if (!found) throw new Error(`${id} isn't in the description`);
  return found;
}

describe('the description', () => {
  it('has every endpoint, with its extension and version', () => {
    expect(operations.map(({ id }) => id).toSorted()).toEqual(Object.keys(endpoints).toSorted());
    for (const [name, endpoint] of all) {
      expect(operation(name)).toMatchObject({
        method: endpoint.method,
        path: endpoint.path.replace(/:(\w+)/g, '{$1}'),
        extension: endpoint.extension ?? false,
        since: endpoint.since,
        summary: endpoint.summary,
      });
    }
  });

  it.each([[undefined], [{}], [{ openapi: '2.0' }], [[]], ['text']])('is not read from %j', (json) => {
    expect(readDescription(json)).toBeUndefined();
  });

  it('omits paths that could inject text into commands', () => {
    const hostile = readDescription({
      openapi: '3.1.0',
      info: { title: 'Hostile', version: '1' },
      paths: {
        "/zones';touch x;'": { get: {} },
        '/zones\n/{id}': { get: {} },
        '/zones/{id}': { get: { summary: 'Read\nGET https://elsewhere.example' } },
      },
    });
    expect(hostile?.operations).toMatchObject([
      { path: '/zones/{id}', summary: 'Read GET https://elsewhere.example' },
    ]);
  });

  it("omits invalid operations of another service's description", () => {
    const foreign = readDescription({
      openapi: '3.0.3',
      info: { title: 'Elsewhere', version: '1' },
      paths: { '/zones/{id}': { get: { responses: { 200: {} } }, parameters: [], post: 'broken' } },
    });
    expect(foreign?.operations).toMatchObject([{ id: 'get /zones/{id}', resource: 'zones', method: 'GET' }]);
  });
});

describe('examples', () => {
  it.each(all.filter(([, endpoint]) => endpoint.body).map(([name, endpoint]) => [name, endpoint] as const))(
    'of the body of %s are accepted',
    (name, endpoint) => {
      const { body } = operation(name);
      if (!body || !endpoint.body) throw new Error('no body');
      const example = buildExample(body, schemas);
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
      expect(
        z.safeParse(schema ?? z.never(), buildExample(described ?? {}, schemas)).error?.issues ?? [],
      ).toEqual([]);
    },
  );

  it('end when a schema refers to itself', () => {
    const tree = {
      type: 'object',
      required: ['child'],
      properties: { child: { $ref: '#/components/schemas/Tree' } },
    };
    expect(
      JSON.stringify(
        buildExample({ $ref: '#/components/schemas/Tree' }, { '#/components/schemas/Tree': tree }),
      ),
    ).toMatch(/^(\{"child":)+null\}+$/);
    const choice = { anyOf: [{ $ref: '#/components/schemas/Choice' }] };
    expect(buildExample(choice, { '#/components/schemas/Choice': choice })).toBeNull();
  });
});

describe('requests', () => {
  it('fill in the values, and report missing ones', () => {
    const list = operation('listGroupUsers');
    expect(
      pathOf(
        list,
        new Map([
          ['id', 'a/b'],
          ['limit', '2'],
          ['search', ''],
        ]),
      ),
    ).toBe('/groups/a%2Fb/users?limit=2');
    expect(pathOf(list, new Map())).toBe('/groups/{id}/users');
    expect(missingIn(list, new Map())).toEqual(['id']);
  });

  it('have parameters of any name', () => {
    const named = (name: string) => ({
      ...operation('listGroupUsers'),
      path: '/things/{constructor}',
      parameters: [
        { name, in: 'query' as const, required: true, description: '', extension: false, schema: {} },
      ],
    });
    for (const name of ['__proto__', 'constructor', 'toString']) {
      expect(missingIn(named(name), new Map())).toEqual([name]);
      expect(pathOf(named(name), new Map())).toBe('/things/{constructor}');
      expect(pathOf(named(name), new Map([[name, 'x']]))).toContain(`?${name}=x`);
    }
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
