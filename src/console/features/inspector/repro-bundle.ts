import { useQuery } from '@tanstack/react-query';
import type { GatewayInfo } from '../../../contract/gateway.ts';
import type { RecordedCall } from '../../api/recorder.ts';
import { redact } from '../../../client/redact.ts';
import type { WatchedDeviation } from './deviations.ts';
import { asCommand } from '../../api/commands.ts';
import { requestIdOf } from './call-views.ts';
import { labEndpoints } from '../../../contract/endpoints/lab.ts';
import { call as callApi } from '../../api/exchange.ts';
import { ApiError } from '../../../client/errors.ts';
import { download } from '../../lib/download.ts';
import { gatewayQuery } from '../../data/session/queries.ts';

/** Saves the calls as a file. @returns what a button calls */
export function useSaveBundle(calls: readonly RecordedCall[], watched: readonly WatchedDeviation[]) {
  const { data: gateway } = useQuery(gatewayQuery);
  return async () => {
    const environment = {
      page: location.href,
      origin: location.origin,
      gateway,
      scenario: gateway?.lab ? await activeScenario() : undefined,
      browser: navigator.userAgent,
      language: navigator.language,
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      viewport: `${innerWidth} × ${innerHeight}, ${devicePixelRatio} device pixels per pixel`,
      colorScheme: document.documentElement.dataset['mantineColorScheme'] ?? '',
    };
    const now = new Date();
    download(
      `palisade-repro-${now.toISOString().replaceAll(/[:.]/g, '-')}.json`,
      'application/json',
      JSON.stringify(toBundle(calls, watched, environment, now), undefined, 2),
    );
  };
}

/** Always fetched: each call changes how many its rules still apply to. */
async function activeScenario() {
  try {
    return (await callApi(labEndpoints.getScenario)).body.active;
  } catch (error) {
    if (error instanceof ApiError) return { not_known: error.message };
    throw error;
  }
}

/** The environment in which the calls were made. */
interface Environment {
  origin: string;
  gateway: GatewayInfo | undefined;
  [detail: string]: unknown;
}

/** Everything that others need to reproduce a problem seen in this tab; secrets are redacted. */
export function toBundle(
  calls: readonly RecordedCall[],
  deviations: readonly WatchedDeviation[],
  { gateway, origin, ...around }: Environment,
  madeAt: Date,
) {
  return {
    about: 'Repro bundle of Palisade Console. Secrets are redacted. Times are UTC. Calls are oldest first.',
    made_at: madeAt.toISOString(),
    ...redact(around, new Set()),
    origin,
    versions: gateway && {
      product_version: gateway.product_version,
      mode: gateway.mode,
      service_host: gateway.service_host,
      service_tls: gateway.service_tls,
    },
    deviations: deviations.map(({ lastCall, ...rest }) => ({ ...rest, last_call: lastCall })),
    calls: calls.toReversed().map((call) => toBundleCall(call, origin)),
  };
}

function toBundleCall(call: RecordedCall, origin: string) {
  const { id, endpoint, sent, response, failure, milliseconds, page, startedAt } = call;
  return {
    call: id,
    started_at: new Date(startedAt).toISOString(),
    milliseconds,
    page,
    purpose: endpoint.summary,
    request: { method: endpoint.method, ...sent },
    response: response && {
      request_id: requestIdOf(call),
      status: response.status,
      headers: response.headers,
      body: response.body,
    },
    failure,
    curl: asCommand('curl-key', call, origin),
  };
}
