import { filledFields, lacksPkce, pkceLeftOut, signInObstacles } from '../../../contract/oidc/metadata.ts';
import type { SignInStep, SignInTest } from '../../../contract/oidc/sign-in-tests.ts';
import { MetadataFailure, type MetadataSource } from './oidc-ports.ts';
import { step } from './oidc-sign-in.ts';
import type { Provider } from './relying-party.ts';

/** The first step of a sign-in test, which compares the issuer with the published one, and what is published. */
export async function discoveryStep(
  metadata: MetadataSource,
  provider: Provider,
): Promise<{ step: SignInStep; published: SignInTest['published'] }> {
  const start = performance.now();
  const discovered = (verdict: SignInStep['verdict'], message: string, more: Partial<SignInStep> = {}) => ({
    ...step('discovery', verdict, message),
    milliseconds: Math.round(performance.now() - start),
    ...more,
  });
  if (!provider.metadata_url)
    return { step: discovered('skipped', 'No metadata URL is configured.'), published: null };
  const facts = [{ label: 'metadata URL', value: provider.metadata_url }];
  try {
    const found = await metadata(provider.metadata_url);
    const published = Object.fromEntries(
      filledFields.flatMap((field) => (found[field] === undefined ? [] : [[field, found[field]]])),
    );
    const obstacles = [
      ...signInObstacles(found, provider.issuer),
      ...(lacksPkce(found, provider.issuer) ? [pkceLeftOut] : []),
    ];
    if (obstacles.length > 0)
      return { step: discovered('warning', obstacles.join(' '), { facts }), published };
    if (found.issuer === provider.issuer)
      return {
        step: discovered('passed', 'The published issuer matches the configured one.', { facts }),
        published,
      };
    const differs = discovered('warning', 'The published issuer differs from the configured one.', {
      facts,
      expected: provider.issuer,
      actual: found.issuer,
      repair: 'Set the issuer to exactly the published value, including slashes.',
    });
    return { step: differs, published };
  } catch (error) {
    if (!(error instanceof MetadataFailure)) throw error;
    const repair = `${error.repair ?? 'Correct the metadata URL.'} Sign-in itself uses the configured endpoints.`;
    const failed = discovered('warning', `Couldn't fetch the metadata: ${error.message}.`, { facts, repair });
    return { step: failed, published: null };
  }
}

/** Only this sign-in and the provider may know them. */
const redacted = ['state', 'nonce'];

/** The second step: the authorization request with every parameter. */
export function requestStep(authorizationUrl: string): SignInStep {
  const { origin, pathname, searchParams } = new URL(authorizationUrl);
  const parameters = [...searchParams].map(([label, value]) => ({
    label,
    value: redacted.includes(label) ? 'redacted' : value,
  }));
  const facts = [{ label: 'endpoint', value: `${origin}${pathname}` }, ...parameters];
  return step('authorization_request', 'passed', 'The browser was redirected to the provider.', facts);
}
