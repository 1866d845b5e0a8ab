import { useQuery } from '@tanstack/react-query';
import { labEndpoints } from '../../../contract/endpoints/lab.ts';
import { call } from '../../api/client.ts';
import { ApiError } from '../../api/errors.ts';
import type { RecordedCall } from '../../api/recorder.ts';
import { download } from '../../lib/download.ts';
import { gatewayQuery } from '../../data/session/queries.ts';
import type { Watched } from './contract-watch.ts';
import { toHar } from './har.ts';
import { toBundle, type Surroundings } from './repro-bundle.ts';

/** What saves the calls as files. */
export function useExports(calls: readonly RecordedCall[], watched: readonly Watched[]) {
  const { data: gateway } = useQuery(gatewayQuery());
  const { origin } = location;
  const exportHar = () => {
    const har = toHar(calls, { origin, productVersion: gateway?.product_version ?? 'unknown' });
    save('palisade', 'har', har);
  };
  const saveBundle = async () => {
    const surroundings: Surroundings = {
      page: location.href,
      origin,
      gateway,
      scenario: gateway?.lab ? await activeScenario() : undefined,
      browser: navigator.userAgent,
      language: navigator.language,
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      viewport: `${innerWidth} × ${innerHeight}, ${devicePixelRatio} pixels each`,
      colorScheme: document.documentElement.dataset['mantineColorScheme'] ?? '',
    };
    save('palisade-repro', 'json', toBundle(calls, watched, surroundings, new Date()));
  };
  return { exportHar, saveBundle };
}

/** Asked for at this moment: how many calls are left changes with every one. */
async function activeScenario(): Promise<Surroundings['scenario']> {
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
