import { expect, it } from 'vitest';
import { openTestDatabase } from '../../testing/databases.ts';
import { oidcSetupOn } from '../../testing/oidc-setup.ts';

const longString = "pad_left('a',`100000000`,'x')|split(@,'')";
// The expressions never reach the database.
const scene = oidcSetupOn(openTestDatabase);

it('a username expression that exceeds the limits is reported in a test of a draft', async () => {
  const report = await scene.testSignIn({ ...scene.values(), username_path: longString });
  expect(report.steps.at(-1)).toMatchObject({
    name: 'username_path',
    verdict: 'failed',
    message: "The username expression failed on the provider's claims.",
    actual: expect.stringContaining('ID token: failed: it needs too much memory'),
  });
});
