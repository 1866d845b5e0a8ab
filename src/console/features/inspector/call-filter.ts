import type { RecordedCall } from '../../api/recorder.ts';
import { pathOf, requestIdOf } from './call-views.ts';

/** Which calls are shown. Empty parts let every call through. */
export interface CallFilter {
  text: string;
  method: string;
  status: StatusClass | '';
}

export const statusClasses = [
  { value: '2xx', label: '2xx Success' },
  { value: '4xx', label: '4xx Client errors' },
  { value: '5xx', label: '5xx Server errors' },
  { value: 'none', label: 'No response' },
] as const;
export type StatusClass = (typeof statusClasses)[number]['value'];

export const noFilter: CallFilter = { text: '', method: '', status: '' };

/** The calls that fit all parts of a filter; its text is looked for in path, request id, page and purpose. */
export function filterCalls(calls: readonly RecordedCall[], filter: CallFilter): readonly RecordedCall[] {
  const text = filter.text.trim().toLowerCase();
  return calls.filter(
    (call) =>
      (filter.method === '' || call.endpoint.method === filter.method) &&
      (filter.status === '' || statusClassOf(call) === filter.status) &&
      [pathOf(call), requestIdOf(call), call.page, call.endpoint.summary].some((part) =>
        part.toLowerCase().includes(text),
      ),
  );
}

/** Calls under way are of no class. */
function statusClassOf({ answer, failure }: RecordedCall): StatusClass | undefined {
  if (failure !== undefined) return 'none';
  if (!answer) return undefined;
  if (answer.status >= 500) return '5xx';
  return answer.status >= 400 ? '4xx' : '2xx';
}
