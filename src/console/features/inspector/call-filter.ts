import type { RecordedCall } from '../../api/recorder.ts';
import { pathOf, requestIdOf } from './call-views.ts';

/** Which calls to list. Empty parts match every call. */
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

/** The calls that match a filter. Its text is searched for in path, request ID, page and summary. */
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

/** Pending calls have no class. */
function statusClassOf({ response, failure }: RecordedCall): StatusClass | undefined {
  if (failure !== undefined) return 'none';
  if (!response) return undefined;
  if (response.status >= 500) return '5xx';
  return response.status >= 400 ? '4xx' : '2xx';
}
