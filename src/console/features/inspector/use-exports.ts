import { useQuery } from '@tanstack/react-query';
import { labEndpoints } from '../../../contract/endpoints/lab.ts';
import { call } from '../../data/service/call.ts';
import { ApiError } from '../../api/errors.ts';
import type { RecordedCall } from '../../api/recorder.ts';
import { download } from '../../lib/download.ts';
import { gatewayQuery } from '../../data/session/queries.ts';
import type { WatchedDeviation } from './contract-watch.ts';
import { toHar } from './har.ts';
import { toBundle, type Environment } from './repro-bundle.ts';

/** Saves the calls as files. */
export function useExports(calls: readonly RecordedCall[], watched: readonly WatchedDeviation[]) {
  const { data: gateway } = useQuery(gatewayQuery());
  const { origin } = location;
  const exportHar = () => {
    const har = toHar(calls, { origin, productVersion: gateway?.product_version ?? 'unknown' });
    save('palisade', 'har', har);
  };
  const saveBundle = async () => {
    const environment: Environment = {
      page: location.href,
      origin,
      gateway,
      scenario: gateway?.lab ? await activeScenario() : undefined,
      browser: navigator.userAgent,
      language: navigator.language,
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      viewport: `${innerWidth} × ${innerHeight}, ${devicePixelRatio} device pixels per pixel`,
      colorScheme: document.documentElement.dataset['mantineColorScheme'] ?? '',
    };
    save('palisade-repro', 'json', toBundle(calls, watched, environment, new Date()));
  };
  return { exportHar, saveBundle };
}

/** Always fetched: each call changes how many its rules still apply to. */
async function activeScenario(): Promise<Environment['scenario']> {
  try {
    return (await call(labEndpoints.getScenario)).body.active;
  } catch (error) {
    if (error instanceof ApiError) return { not_known: error.message };
    throw error;
  }
}

function save(name: string, extension: string, content: unknown): void {
  const time = new Date().toISOString().replaceAll(/[:.]/g, '-');
  download(`${name}-${time}.${extension}`, 'application/json', JSON.stringify(content, undefined, 2));
}
