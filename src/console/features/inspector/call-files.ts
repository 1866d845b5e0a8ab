import { useQuery } from '@tanstack/react-query';
import type { GatewayInfo } from '../../../contract/gateway.ts';
import type { RecordedCall } from '../../api/recorder.ts';
import { redact } from '../../api/redact.ts';
import type { WatchedDeviation } from './deviations.ts';
import { asCommand } from '../../api/commands.ts';
import { requestIdOf, textOf } from './call-views.ts';
import { labEndpoints } from '../../../contract/endpoints/lab.ts';
import { call as callApi } from '../../data/service/call.ts';
import { ApiError } from '../../api/errors.ts';
import { download } from '../../lib/download.ts';
import { gatewayQuery } from '../../data/session/queries.ts';

/** Saves the calls as files. */
export function useExports(calls: readonly RecordedCall[], watched: readonly WatchedDeviation[]) {
  const { data: gateway } = useQuery(gatewayQuery);
  const { origin } = location;
  const exportHar = () => {
    save('palisade', 'har', toHar(calls, origin, gateway?.product_version ?? 'unknown'));
  };
  const saveBundle = async () => {
    const environment = {
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
async function activeScenario() {
  try {
    return (await callApi(labEndpoints.getScenario)).body.active;
  } catch (error) {
    if (error instanceof ApiError) return { not_known: error.message };
    throw error;
  }
}

function save(name: string, extension: string, content: unknown): void {
  const time = new Date().toISOString().replaceAll(/[:.]/g, '-');
  download(`${name}-${time}.${extension}`, 'application/json', JSON.stringify(content, undefined, 2));
}

const pairs = (fields: Iterable<[string, string]>) => [...fields].map(([name, value]) => ({ name, value }));

/** The calls as an HTTP Archive 1.2, oldest first; secrets stay redacted. */
export function toHar(calls: readonly RecordedCall[], origin: string, productVersion: string) {
  return {
    log: {
      version: '1.2',
      creator: { name: 'Palisade Console', version: productVersion },
      comment: 'Secrets are redacted. Cookies are never visible to the console.',
      pages: [],
      entries: calls
        .filter((call) => call.milliseconds !== undefined)
        .map((call) => toEntry(call, origin))
        .toReversed(),
    },
  };
}

function toEntry(call: RecordedCall, origin: string) {
  const { endpoint, sent, response, failure, milliseconds = 0 } = call;
  const url = `${origin}${sent.address}`;
  const body = sent.body === undefined ? undefined : JSON.stringify(sent.body);
  const waited = response?.waited ?? milliseconds;
  const content = textOf(response?.body);
  return {
    startedDateTime: new Date(call.startedAt).toISOString(),
    time: milliseconds,
    request: {
      method: endpoint.method,
      url,
      // Browsers don't reveal the version.
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: pairs(Object.entries(sent.headers)),
      queryString: pairs(new URL(url).searchParams),
      ...(body === undefined ? {} : { postData: { mimeType: 'application/json', text: body } }),
      headersSize: -1,
      bodySize: body === undefined ? 0 : new Blob([body]).size,
    },
    response: {
      // Browsers export status 0 for a call without a response.
      status: response?.status ?? 0,
      statusText: response?.statusText ?? '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: pairs(Object.entries(response?.headers ?? {})),
      content: {
        size: response?.bytes ?? 0,
        mimeType: response?.headers['content-type'] ?? '',
        ...(content === '' ? {} : { text: content }),
      },
      redirectURL: '',
      headersSize: -1,
      bodySize: response?.bytes ?? -1,
    },
    cache: {},
    timings: { send: 0, wait: waited, receive: milliseconds - waited },
    comment: endpoint.summary,
    ...(failure === undefined ? {} : { _error: failure }),
  };
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
