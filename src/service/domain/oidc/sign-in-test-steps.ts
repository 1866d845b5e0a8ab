import { filledFields, lacksPkce, pkceLeftOut, signInObstacles } from '../../../contract/oidc/metadata.ts';
import type { SignInStep, SignInTest } from '../../../contract/oidc/sign-in-tests.ts';
import { MetadataFailure, type MetadataSource } from './oidc-ports.ts';
import type { Provider } from './relying-party.ts';

/** The first step of a sign-in test, which compares the issuer with the published one, and what is published. */
export async function discoveryStep(
  metadata: MetadataSource,
  provider: Provider,
): Promise<{ step: SignInStep; published: SignInTest['published'] }> {
  const start = performance.now();
  const step = (verdict: SignInStep['verdict'], message: string, more: Partial<SignInStep> = {}) => ({
    name: 'discovery' as const,
    verdict,
    message,
    facts: [],
    milliseconds: Math.round(performance.now() - start),
    ...more,
  });
  if (!provider.metadata_url)
    return { step: step('skipped', 'No metadata URL is configured.'), published: null };
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
    if (obstacles.length > 0) return { step: step('warning', obstacles.join(' '), { facts }), published };
    if (found.issuer === provider.issuer)
      return {
        step: step('passed', 'The published issuer matches the configured one.', { facts }),
        published,
      };
    const differs = step('warning', 'The published issuer differs from the configured one.', {
      facts,
      expected: provider.issuer,
      actual: found.issuer,
      repair: 'Set the issuer to exactly the published value, including slashes.',
    });
    return { step: differs, published };
  } catch (error) {
    if (!(error instanceof MetadataFailure)) throw error;
    const repair = `${error.repair ?? 'Correct the metadata URL.'} Sign-in itself uses the configured endpoints.`;
    const failed = step('warning', `Couldn't fetch the metadata: ${error.message}.`, { facts, repair });
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
  return {
    name: 'authorization_request',
    verdict: 'passed',
    message: 'The browser was redirected to the provider.',
    facts: [{ label: 'endpoint', value: `${origin}${pathname}` }, ...parameters],
    milliseconds: 0,
  };
}
