import type { Endpoint } from '../../contract/endpoint.ts';
import { requestOf, type CallInput } from '../../client/request.ts';
import { buildCommands } from './commands.ts';
import { redact } from '../../client/redact.ts';

/** The request that a form is about to send, to preview and copy. */
export interface PlannedRequest {
  /** The request line as in docs/api.md: `PUT /groups/5`. */
  line: string;
  /** The body as JSON. */
  body: string;
  /** Commands that send it. */
  commands: readonly { label: string; text: string }[];
}

/** What `call` would send, with secrets redacted. */
export function plannedRequest<E extends Endpoint>(endpoint: E, input: CallInput<E>): PlannedRequest {
  const sent = requestOf(endpoint, input);
  const safe = { endpoint, sent: redact(sent, new Set()) };
  return {
    line: `${endpoint.method} ${safe.sent.address.replace(/^\/api/, '')}`,
    body: safe.sent.body === undefined ? '' : JSON.stringify(safe.sent.body, undefined, 2),
    commands: buildCommands(safe),
  };
}
