import type { GatewayInfo } from '../../../contract/gateway.ts';
import type { LabState } from '../../../contract/lab.ts';
import type { RecordedCall } from '../../api/recorder.ts';
import { redact } from '../../api/redact.ts';
import type { WatchedDeviation } from './contract-watch.ts';
import { asCommand } from '../../api/commands.ts';
import { requestIdOf } from './call-views.ts';

/** The environment in which the calls were made. */
export interface Environment {
  /** The page's address. */
  page: string;
  origin: string;
  gateway: GatewayInfo | undefined;
  /** The Lab's active scenario, or why it's unknown; undefined without the Lab. */
  scenario: LabState['active'] | { not_known: string } | undefined;
  browser: string;
  language: string;
  timeZone: string;
  viewport: string;
  colorScheme: string;
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
    deviations: deviations.map(
      ({ response, summary, kind, field, detail, reference, records, times, lastCall }) => ({
        response,
        summary,
        kind,
        field,
        detail,
        reference,
        records,
        times,
        last_call: lastCall,
      }),
    ),
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
