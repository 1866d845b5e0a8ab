import { SignJWT, type JWTPayload } from 'jose';
import { beforeEach, describe, expect, it } from 'vitest';
import { anyTestStore } from '../../testing/databases.ts';
import { encode } from '../../testing/misbehaviours/misbehaviour.ts';
import { misbehaviours } from '../../testing/misbehaviours/misbehaviours.ts';
import { variations } from '../../testing/misbehaviours/variations.ts';
import { impatience, oidcSetupOn } from '../../testing/oidc-setup.ts';

describe.each(anyTestStore())("a sign-in test of a provider's faults on $name", ({ open }) => {
  const patient = oidcSetupOn(open);
  const impatient = oidcSetupOn(open, impatience);
  const { provider, service } = patient;
  beforeEach(() => {
    // Sign-ins use metadata for up to a minute.
    service.clock.now = new Date(service.clock.now.getTime() + 61_000);
  });

  // Of the saved configuration and of a draft in turns: they differ only in where the values are from.
  const faults = misbehaviours.map((fault, index) => [...fault, index % 2 === 0] as const);
  it.each(faults)('says that %s, like a sign-in', async (what, error, step, behaviour, says, isDraft) => {
    const scene = what.includes('slow') ? impatient : patient;
    scene.provider.behaviour = await behaviour(scene.provider);
    const { status, location, session } = await scene.signIn();
    expect(status).toBe(302);
    expect(location).toBe(`/sign-in?oidc_error=${error}&oidc_op=${scene.op}&return_to=%2Fgroups`);
    expect(session).toBe('');
    const report = await scene.testSignIn(isDraft ? scene.values() : undefined);
    const failed = report.steps.filter(({ verdict }) => verdict === 'failed');
    expect(failed).toMatchObject([{ name: step, error, repair: expect.stringMatching(/\.$/) }]);
    expect(failed[0]?.message).toMatch(/\.$/);
    const { message, expected, actual, repair } = failed[0] ?? {};
    expect([message, expected, actual, repair].join(' ')).toMatch(says ?? /./);
    expect(report).toMatchObject({ finished: true, succeeded: false });
    const shown = JSON.stringify(report);
    const sent = scene.provider.clientSecret;
    const form = new URLSearchParams({ '': sent }).toString().slice(1);
    const base64 = [sent, form].map((text) => Buffer.from(text).toString('base64').slice(0, 10));
    for (const secret of [sent, form.slice(0, 10), ...base64, 'access-token-of', '.eyJ'])
      expect(shown).not.toContain(secret);
  });

  it.each(variations)('passes with %s, like a sign-in', async (_what, behaviour) => {
    provider.behaviour = await behaviour(provider);
    expect((await patient.signIn()).location).toBe('/groups');
    expect(await patient.testSignIn()).toMatchObject({ succeeded: true });
  });

  it('accepts ID tokens without keys and metadata: by the client secret or by TLS, never unsigned', async () => {
    const { issuer, clientSecret } = provider;
    const id = await patient.create({
      name: 'Keyless',
      metadata_url: '',
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
    });
    const facts = async () =>
      (await patient.testSignIn(undefined, id)).steps.find(({ name }) => name === 'id_token_signature');
    const signed = (secret: string) => (claims: JWTPayload) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(secret));

    expect((await patient.signIn(id)).location).toBe('/groups');
    expect(await facts()).toMatchObject({
      verdict: 'passed',
      message: expect.stringMatching(/over verified TLS/),
    });
    provider.behaviour = { idToken: signed(clientSecret) };
    expect((await patient.signIn(id)).location).toBe('/groups');
    expect(await facts()).toMatchObject({
      verdict: 'passed',
      message: expect.stringMatching(/the client secret/),
    });
    provider.behaviour = { idToken: signed('another secret, as long as it is') };
    expect((await patient.signIn(id)).location).toContain('oidc_error=signature_invalid');
    provider.behaviour = { idToken: (claims) => `${encode({ alg: 'none' })}.${encode(claims)}.` };
    expect((await patient.signIn(id)).location).toContain('oidc_error=signature_invalid');
  });

  it("says that a rejected client secret looks like a secret's ID", async () => {
    const body = { error: 'invalid_client', error_description: 'AADSTS7000215: Invalid client secret.' };
    provider.behaviour = { token: () => ({ status: 401, body }) };
    const { clientSecret } = provider;
    provider.clientSecret = '0d5b2b6c-1c1f-4d7e-9a51-2f0f5b8b1c3a';
    const { steps } = await patient.testSignIn(patient.values());
    provider.clientSecret = clientSecret;
    expect(steps.at(-1)).toMatchObject({
      error: 'secret_id',
      repair: expect.stringMatching(/beside the ID/),
    });
  });
});
