import { STATUS_CODES } from 'node:http';
import { ApiError } from '../../client/errors.ts';
import type { Called, Received, Sent } from '../../client/request.ts';
import { outcomeHeader } from '../../contract/gateway.ts';
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
 * @returns what a client needs, besides the kind of service
 * @throws StartError for settings that can't be used
 */
export function connectTo(
  base: URL,
  key: string,
  environment: NodeJS.ProcessEnv,
  onCut?: (sentence: string) => void,
) {
  const config = readConfig(Object.fromEntries(used.map((name) => [name, environment[name]])), false, onCut);
  const client = createRemoteClient(base, config, timeouts);
  const basePath = base.pathname.replace(/\/$/, '');
  const withoutKey = (text: string) => text.replaceAll(key, '••••••••');
  const send = async (method: string, sent: Sent, redirects = 0): Promise<Received> => {
    const { address, headers, body } = sent;
    const bytes = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
    const response = await client.send({
      method,
      path: address,
      headers: {
        ...headers,
        // Without it, a service may choose any encoding (RFC 9110 section 12.5.3).
        'accept-encoding': 'identity',
        authorization: `token ${key}`,
        ...(bytes ? { 'content-length': String(bytes.length) } : {}),
      },
      body: bytes,
    });
    const { statusCode: status } = response;
    const get = (name: string) => response.headers[name.toLowerCase()]?.toString() ?? null;
    const { json, isPage } = await contentOf(response);
    if (status >= 300 && status < 400) {
      const location = get('location') ?? undefined;
      const target = targetOf(status, location, address, base);
      // After 303, a write was done, and the target isn't for it.
      if (target.path !== undefined && redirects < mostRedirects && (method === 'GET' || status !== 303))
        return send(method, { ...sent, address: basePath + target.path }, redirects + 1);
      const tooOften = redirects > 0 ? ', too often' : '';
      throw failure(
        status,
        target.problem ?? `the service redirects to ${withoutKey(location ?? '')}${tooOften}`,
      );
    }
    if (method === 'GET' && json === undefined && (status < 300 || status === 404))
      throw failure(
        status,
        `the response (status ${status}) isn't JSON: --service must be the API's address, such as https://console.example.com/api`,
      );
    const ok = status >= 200 && status < 300;
    return {
      response: { status, statusText: STATUS_CODES[status] ?? '', ok, headers: { get } },
      // Some services repeat what they reject.
      body: ok ? json : without(json, withoutKey),
      isJson: !isPage,
    };
  };
  const exchange = ({ method }: Called, sent: Sent): Promise<Received> =>
    send(method, sent).catch((error: unknown) => {
      if (error instanceof ApiError) throw error;
      const { status, sentence, headers } = explainFailure(error as Error, client.host);
      throw failure(status, sentence, headers?.[outcomeHeader]);
    });
  return { exchange, basePath, close: client.close };
}

/** @param outcome of a write */
const failure = (status: number, sentence: string, outcome = 'unknown') =>
  Object.assign(new ApiError('problem', status, [sentence]), { outcome });

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
