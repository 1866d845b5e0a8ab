import { useQuery } from '@tanstack/react-query';
import type { RecordedCall } from '../../api/recorder.ts';
import { download } from '../../lib/download.ts';
import { gatewayQuery } from '../../session/queries.ts';
import type { Watched } from './contract-watch.ts';
import { toHar } from './har.ts';
import { toBundle } from './repro-bundle.ts';

/** What saves the calls as files. */
export function useExports(calls: readonly RecordedCall[], watched: readonly Watched[]) {
  const { data: gateway } = useQuery(gatewayQuery());
  const { origin } = location;
  const exportHar = () => {
    const har = toHar(calls, { origin, productVersion: gateway?.product_version ?? 'unknown' });
    save('palisade', 'har', har);
  };
  const saveBundle = () => {
    const surroundings = {
      page: location.href,
      origin,
      gateway,
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

function save(name: string, extension: string, content: unknown): void {
  const time = new Date().toISOString().replaceAll(/[:.]/g, '-');
  download(`${name}-${time}.${extension}`, 'application/json', JSON.stringify(content, undefined, 2));
}
