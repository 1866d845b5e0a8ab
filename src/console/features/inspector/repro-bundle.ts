import type { GatewayInfo } from '../../../contract/gateway.ts';
import type { LabState } from '../../../contract/lab.ts';
import type { RecordedCall } from '../../api/recorder.ts';
import { redact } from '../../api/redact.ts';
import type { Watched } from './contract-watch.ts';
import { asCommand } from '../../api/commands.ts';
import { toHttpFile, toPlaywright } from './replay.ts';
import { requestIdOf } from './call-views.ts';

/** Where and with what something happened. */
export interface Surroundings {
  /** Address of the page. */
  page: string;
  origin: string;
  gateway: GatewayInfo | undefined;
  /** What the demo's lab has switched on, or why that is not known; undefined where there is no lab. */
  scenario: LabState['active'] | { not_known: string } | undefined;
  browser: string;
  language: string;
  timeZone: string;
  viewport: string;
  colorScheme: string;
}

/** Everything that somebody else needs to see or to repeat what happened in this tab; secrets are redacted. */
export function toBundle(
  calls: readonly RecordedCall[],
  deviations: readonly Watched[],
  { gateway, origin, ...around }: Surroundings,
  madeAt: Date,
) {
  const shown = redact(around, new Set());
  const oldestFirst = calls.toReversed();
  return {
    about: 'Repro bundle of Palisade Console. Secrets are redacted. Times are UTC. Calls are in their order.',
    made_at: madeAt.toISOString(),
    ...shown,
    origin,
    versions: gateway && {
      product_version: gateway.product_version,
      mode: gateway.mode,
      service_host: gateway.service_host,
      service_tls: gateway.service_tls,
    },
    deviations: deviations.map(({ answer, summary, kind, field, what, place, records, times, lastCall }) => ({
      answer,
      summary,
      kind,
      field,
      what,
      place,
      records,
      times,
      last_call: lastCall,
    })),
    calls: oldestFirst.map((call) => toBundleCall(call, origin)),
    replay: {
      http_file: toHttpFile(oldestFirst, origin),
      playwright: toPlaywright(oldestFirst, { page: pageOf(shown), origin, scenario: scenarioOf(around) }),
    },
  };
}

/** The address as it may be shown: what was redacted is a text still. */
function pageOf(shown: unknown): string {
  return String((shown as { page: unknown }).page);
}

function scenarioOf({ scenario }: Pick<Surroundings, 'scenario'>): string | undefined {
  return scenario && 'name' in scenario ? scenario.name : undefined;
}

function toBundleCall(call: RecordedCall, origin: string) {
  const { id, endpoint, sent, answer, failure, milliseconds, page, startedAt } = call;
  return {
    call: id,
    started_at: new Date(startedAt).toISOString(),
    milliseconds,
    page,
    purpose: endpoint.summary,
    request: { method: endpoint.method, ...sent },
    answer: answer && {
      request_id: requestIdOf(call),
      status: answer.status,
      headers: answer.headers,
      body: answer.body,
    },
    failure,
    curl: asCommand('curl-key', call, origin),
  };
}
