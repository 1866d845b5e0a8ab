import { ApiError } from '../../client/errors.ts';
import {
  LostResponse,
  type Send,
  type ServiceRequest,
  type ServiceResponse,
} from '../../configuration/service.ts';
import { outcomeHeader, serviceHeader } from '../../contract/gateway.ts';
import { parseRetryAfter } from '../../contract/retry-after.ts';
import { readConfig } from '../config.ts';
import { jsonIn } from '../remote/json-in.ts';
import { RedirectError, redirectTarget } from '../remote/redirects.ts';
import { createRemoteClient, type RemoteResponse } from '../remote/remote-client.ts';
import { explainFailure } from '../remote/remote-failure.ts';

const timeouts = { connectMilliseconds: 10_000, responseMilliseconds: 120_000 };
const mostRedirects = 5;
const longestResponse = 128 * 1024 * 1024;

/** The gateway's settings of connections to a service. */
const used = ['SERVICE_CA', 'SERVICE_INSECURE_TLS', 'HTTPS_PROXY', 'https_proxy', 'NO_PROXY', 'no_proxy'];

/**
 * Connects to a service with an API key.
 * @throws StartError for settings that can't be used
 */
export function connectTo(
  base: URL,
  key: string,
  environment: NodeJS.ProcessEnv,
  onCut?: (sentence: string) => void,
): { send: Send; close(): Promise<void> } {
  const config = readConfig(Object.fromEntries(used.map((name) => [name, environment[name]])), false, onCut);
  const client = createRemoteClient(base, config, timeouts);
  const basePath = base.pathname.replace(/\/$/, '');
  const withoutKey = (text: string) => text.replaceAll(key, '••••••••');
  const send = async (
    { method, path, headers, body }: ServiceRequest,
    redirects = 0,
  ): Promise<ServiceResponse> => {
    const bytes = body === undefined ? undefined : Buffer.from(body);
    try {
      const response = await client.send({
        method,
        path: basePath + path,
        headers: {
          ...headers,
          // Without it, a service may choose any encoding (RFC 9110 section 12.5.3).
          'accept-encoding': 'identity',
          authorization: `token ${key}`,
          ...(bytes ? { 'content-length': String(bytes.length) } : {}),
        },
        body: bytes && inOnePiece(bytes),
      });
      const { statusCode: status } = response;
      const location = response.headers['location']?.toString();
      const { json: found, isPage } = await contentOf(response);
      // Some services repeat what they reject.
      const json = status < 400 ? found : without(found, withoutKey);
      if (status >= 300 && status < 400) {
        const target = targetOf(status, location, basePath + path, base);
        // After 303, a write was done, and the target isn't for it.
        if (target.path !== undefined && redirects < mostRedirects && (method === 'GET' || status !== 303))
          return await send(
            { method, path: target.path, headers, ...(body === undefined ? {} : { body }) },
            redirects + 1,
          );
        const sentence =
          target.problem ??
          `the service redirects to ${withoutKey(location ?? '')}${redirects > 0 ? ', too often' : ''}`;
        throw method === 'GET' ? new ApiError('problem', status, [sentence]) : new LostResponse(sentence);
      }
      if (method === 'GET' && json === undefined && (status < 300 || status === 404))
        throw new ApiError('problem', status, [
          `the response (status ${status}) isn't JSON: --service must be the API's address, such as https://console.example.com/api`,
        ]);
      const outcome = response.headers[outcomeHeader.toLowerCase()]?.toString();
      const { 'retry-after': after, date } = response.headers;
      const retryAfter = parseRetryAfter(after?.toString(), date?.toString());
      const service = response.headers[serviceHeader.toLowerCase()]?.toString();
      return { status, body: json, isPage, location, outcome, retryAfter, service };
    } catch (error) {
      if (error instanceof ApiError || error instanceof LostResponse) throw error;
      const { status, sentence, headers: more = {} } = explainFailure(error as Error, client.host);
      if (method === 'GET' || outcomeHeader in more) throw new ApiError('problem', status, [sentence]);
      throw new LostResponse(sentence);
    }
  };
  return { send: (request) => send(request), close: client.close };
}

/** Where a redirect leads to below the service's address (the key is sent nowhere else), or why it isn't followed. */
function targetOf(status: number, location: string | undefined, path: string, base: URL) {
  try {
    return { path: redirectTarget(status, location, path, base) };
  } catch (error) {
    if (!(error instanceof RedirectError)) throw error;
    return { problem: `the service ${error.message.replace('SERVICE_URL', '--service')}` };
  }
}

/** JSON whose texts are changed. */
const without = (json: unknown, change: (text: string) => string): unknown =>
  json === undefined
    ? undefined
    : JSON.parse(JSON.stringify(json), (_, value: unknown) =>
        typeof value === 'string' ? change(value) : value,
      );

async function* inOnePiece(bytes: Buffer): AsyncGenerator<Buffer> {
  yield await Promise.resolve(bytes);
}

/** Reads a body: a proxy's page says nothing about what became of a request. */
async function contentOf({ body, headers, statusCode }: RemoteResponse) {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > longestResponse)
      throw new ApiError('problem', statusCode, ["the service's response is too large"]);
    chunks.push(chunk);
  }
  return jsonIn(Buffer.concat(chunks), headers['content-encoding'], longestResponse);
}
