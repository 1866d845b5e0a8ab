import { expect, it } from 'vitest';
import * as z from 'zod';
import { openApiDocument } from '../contract/openapi/openapi.ts';

/** A schema of the API description. */
type Described = Record<string, unknown>;

/** The API description. */
const described = openApiDocument() as {
  paths: Record<string, Record<string, { parameters: { name: string; in: string; schema: Described }[] }>>;
  components: { schemas: Record<string, Described> };
};

/** What a schema of the API description says about a value, as a client would check it: one message per problem. */
function problemsWith(schema: Described, value: unknown): string[] {
  const { default: _, examples: __, ...rules } = schema;
  const text = JSON.stringify({ ...rules, $defs: described.components.schemas });
  const portable = JSON.parse(text.replaceAll('#/components/schemas/', '#/$defs/')) as Described;
  const issues = z.fromJSONSchema(portable).safeParse(value).error?.issues ?? [];
  return issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
}

/** Every schema with its place, such as `schemas.Group.properties.name`. */
function* schemasIn(value: unknown, place: string): Generator<[string, Described]> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield [place, value as Described];
  for (const [name, nested] of Object.entries(value)) {
    if (!['default', 'examples', 'enum', 'const'].includes(name))
      yield* schemasIn(nested, `${place}.${name}`);
  }
}

it('has examples and defaults that match their own schemas', () => {
  const wrong: string[] = [];
  let count = 0;
  for (const [place, schema] of schemasIn(described, 'document')) {
    const { default: standard, examples } = schema;
    const values = [...(Array.isArray(examples) ? (examples as unknown[]) : []), standard];
    // `default` and `examples` may also be properties.
    for (const value of values.filter((each) => each !== undefined && !('properties' in schema))) {
      count += 1;
      const problems = problemsWith(schema, value);
      if (problems.length > 0) wrong.push(`${place}: ${JSON.stringify(value)}: ${problems.join('; ')}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(count).toBeGreaterThan(100);
});

it.each([
  ['/groups', 'Group'],
  ['/oidc_ops', 'OidcOp'],
  ['/roles', 'Role'],
])('describes the records in %s as those of the schema %s', (path, record) => {
  const found = new Map(schemasIn(described, ''));
  const items = `.paths.${path}.get.responses.200.content.application/json.schema.properties.data.items`;
  for (const name of Object.keys(found.get(`.components.schemas.${record}.properties`) ?? {}))
    expect(found.get(`${items}.properties.${name}`)?.['description']).toBe(
      found.get(`.components.schemas.${record}.properties.${name}`)?.['description'],
    );
});

it('describes ids in paths as numbers', () => {
  const parameters = Object.entries(described.paths).flatMap(([path, methods]) => {
    const all = Object.values(methods).flatMap((operation) => operation.parameters);
    return all.filter((one) => one.in === 'path').map(({ name, schema }) => ({ path, name, schema }));
  });
  expect(parameters.length).toBeGreaterThan(20);
  for (const { path, name, schema } of parameters) {
    expect(schema['pattern'], `${path} ${name}`).toEqual(expect.any(String));
    // The ids of sign-in tests, requests and sessions are random.
    if (path.startsWith('/oidc_trials/') || name === 'request_id' || name === 'sid') continue;
    expect(['0', '7', '2147483647'].flatMap((id) => problemsWith(schema, id))).toEqual([]);
    for (const id of ['x', '-1', '01', '1e3', ''])
      expect(problemsWith(schema, id), `${path} ${name}: ${id}`).not.toEqual([]);
  }
});
