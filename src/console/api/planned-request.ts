import type { Endpoint } from '../../contract/endpoint.ts';
import { toSend, type CallInput } from './client.ts';
import { asCommand, commandKinds } from './commands.ts';
import { redact } from './redact.ts';

/** A request that a form is about to send, to be looked at and copied before. */
export interface PlannedRequest {
  /** As the document writes it: `PUT /groups/5`. */
  line: string;
  /** The body as JSON. */
  body: string;
  /** The same as a command, per kind. */
  commands: readonly { label: string; text: string }[];
}

/** Exactly what `call` would send, without its secrets. @param origin address of the gateway */
export function plannedRequest<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  origin = location.origin,
): PlannedRequest {
  const sent = toSend(endpoint, input);
  const secrets = new Set<string>();
  redact(sent, secrets);
  const safe = { endpoint, sent: redact(sent, secrets) };
  return {
    line: `${endpoint.method} ${safe.sent.address.replace(/^\/api/, '')}`,
    body: safe.sent.body === undefined ? '' : JSON.stringify(safe.sent.body, undefined, 2),
    commands: commandKinds.map(({ value, label }) => ({ label, text: asCommand(value, safe, origin) })),
  };
}
