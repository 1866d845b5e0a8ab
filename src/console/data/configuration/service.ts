import { createService, LostResponse, type Send } from '../../../configuration/service.ts';
import { outcomeHeader, serviceHeader } from '../../../contract/gateway.ts';
import { parseRetryAfter } from '../../../contract/retry-after.ts';
import { emitSessionEvent } from '../../api/client.ts';
import { exchange } from '../../api/exchange.ts';
import { ApiError, mayHaveBeenDone } from '../../../client/errors.ts';

/** Sends the requests of the configuration file's engine with this browser's session. */
const send: Send = async ({ method, path, headers, body }) => {
  const called = { method, path: path.replace(/\?.*/, ''), summary: 'Configuration file' };
  const sent = {
    address: `/api${path}`,
    headers,
    body: body === undefined ? undefined : (JSON.parse(body) as unknown),
  };
  try {
    const received = await exchange(called, sent);
    const { status, headers: returned } = received.response;
    emitSessionEvent(called, status);
    const location = returned.get('location') ?? undefined;
    const outcome = returned.get(outcomeHeader) ?? undefined;
    const service = returned.get(serviceHeader) ?? undefined;
    const isPage = !received.isJson;
    const retryAfter = parseRetryAfter(returned.get('retry-after'), returned.get('date'), Date.now());
    return {
      status,
      body: isPage ? undefined : received.body,
      isPage,
      location,
      outcome,
      retryAfter,
      service,
    };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (method === 'GET' || !mayHaveBeenDone(error))
      throw new ApiError('problem', error.status, error.detail);
    throw new LostResponse(error.message);
  }
};

/** The connected service, as a configuration file is exported from it and applied to it. @param file its name */
export const serviceFor = (file?: string) => createService(send, file);
