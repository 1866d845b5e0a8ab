import { describe, expect, it } from 'vitest';
import { anyTestStore, openTestDatabase } from '../../testing/databases.ts';
import { oidcSetupOn } from '../../testing/oidc-setup.ts';

const longString = "pad_left('a',`100000000`,'x')|split(@,'')";
const hostile = [
  ['a very long string', longString],
  ['a string that grows tenfold twelve times', `'a'${"|replace(@,'a','aaaaaaaaaa')".repeat(12)}`],
  ['an array that doubles 28 times', `@${' | [@,@][]'.repeat(28)}`],
] as const;

// The expressions never reach the database.
describe('a username expression that exceeds the limits', () => {
  const scene = oidcSetupOn(openTestDatabase);

  it.each(hostile)('fails only its own sign-ins: %s', async (_, username_path) => {
    const bad = await scene.create({ username_path });
    const good = await scene.create({ username_path: 'lower(preferred_username)' });
    const [failed, ...others] = await Promise.all([
      scene.signIn(bad),
      scene.signIn(good),
      scene.signIn(good),
      scene.signIn(),
    ]);
    expect(failed.location).toContain('oidc_error=no_username');
    expect(others.map(({ location }) => location)).toEqual(['/groups', '/groups', '/groups']);
  });

  it('is reported in a test of a draft', async () => {
    const report = await scene.testSignIn({ ...scene.values(), username_path: longString });
    expect(report.steps.at(-1)).toMatchObject({
      name: 'username_path',
      verdict: 'failed',
      message: "The username expression failed on the provider's claims.",
      actual: expect.stringContaining('ID token: failed: it needs too much memory'),
    });
  });
});

describe.each(anyTestStore())('a username expression on $name', ({ open }) => {
  const scene = oidcSetupOn(open);

  it.each([
    ["'x", ["username_path: must be a JMESPath expression (the ' at character 1 is never closed)"]],
    ['`1 ', ['username_path: must be a JMESPath expression (the ` at character 1 is never closed)']],
    [
      'nosuch(lower(a, b))',
      [
        "username_path: must not call nosuch(), which isn't a JMESPath function",
        'username_path: must call lower() with 1 argument, not 2',
      ],
    ],
  ])('rejects an invalid expression everywhere: %s', async (username_path, detail) => {
    const values = { ...scene.values(), username_path };
    for (const [method, path, data] of [
      ['POST', '/oidc_ops', values],
      ['PUT', `/oidc_ops/${scene.op}`, { username_path }],
      ['POST', '/oidc_trials', values],
    ] as const) {
      const { status, body } = await scene.service.request('admin', method, path, data);
      expect({ status, body }).toEqual({ status: 400, body: { detail } });
    }
  });

  it('may have many alternatives with brackets', async () => {
    const username_path = Array.from({ length: 61 }, (_, index) => `c${index}[0]`).join(' || ');
    const { status } = await scene.service.request('admin', 'PUT', `/oidc_ops/${scene.op}`, {
      username_path,
    });
    expect(status).toBe(200);
  });
});
