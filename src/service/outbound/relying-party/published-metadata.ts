import type { PublishedMetadata } from '../../../contract/oidc/metadata.ts';
import { MetadataFailure, type MetadataSource } from '../../domain/oidc/oidc-ports.ts';
import type { Provider } from '../../domain/oidc/relying-party.ts';
import { fetchMetadata } from '../discovery.ts';
import type { Outbound } from '../outbound.ts';
import { OutboundError } from '../outbound-error.ts';

/** How long sign-ins use fetched metadata before fetching it again. */
const freshMilliseconds = 60_000;
/** More providers than anyone configures. */
const maxCached = 200;

/** Fetches metadata and remembers it, so that sign-ins neither wait for nor depend on every fetch. */
export function createMetadataReader(outbound: Outbound, now: () => Date) {
  const cached = new Map<string, { at: number; latest: Promise<PublishedMetadata | undefined> }>();
  const remember = (url: string, at: number, latest: Promise<PublishedMetadata | undefined>) => {
    cached.delete(url);
    cached.set(url, { at, latest });
    const [oldest] = cached.keys();
    if (cached.size > maxCached && oldest !== undefined) cached.delete(oldest);
  };
  const fetch: MetadataSource = async (url) => {
    try {
      const { metadata } = await fetchMetadata(outbound, url);
      remember(url, now().getTime(), Promise.resolve(metadata));
      return metadata;
    } catch (error) {
      if (error instanceof OutboundError)
        throw new MetadataFailure(error.message, error.repair, { cause: error });
      throw error;
    }
  };
  return {
    /** Fetches it, for a configuration or a sign-in test. */
    fetch,
    /** What sign-ins use: at most a minute old, or the latest that could be fetched; undefined if there's none. */
    current: async ({ metadata_url: url }: Pick<Provider, 'metadata_url'>) => {
      if (!url) return undefined;
      const before = cached.get(url);
      const at = now().getTime();
      if (before && Math.abs(at - before.at) < freshMilliseconds) return before.latest;
      const latest = fetch(url).catch((error: unknown) => {
        if (error instanceof MetadataFailure) return before?.latest;
        throw error;
      });
      // Concurrent sign-ins wait for one request; after a failure, the next minute's do without.
      remember(url, at, latest);
      return latest;
    },
  };
}

/**
 * Whether authorization responses must contain `iss` (RFC 9207 section 2.4): if the provider's current metadata announces it.
 * The one decision for sign-ins and sign-in tests. A browser has no influence on it, so it can't be used to downgrade.
 * @param published current metadata; without any, what was announced when the configuration was saved counts
 */
export function announcesIss(
  provider: Pick<Provider, 'issuer' | 'metadata_url' | 'announces_iss'>,
  published: PublishedMetadata | undefined,
): boolean {
  if (!provider.metadata_url) return false;
  if (!published) return provider.announces_iss;
  return (
    published.issuer === provider.issuer && published.authorization_response_iss_parameter_supported === true
  );
}
