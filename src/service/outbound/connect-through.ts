import type { Socket } from 'node:net';
import { buildConnector, Client } from 'undici';
import { codesOf, explainConnection } from './explain-connection.ts';
import { OutboundError } from './outbound-error.ts';
import { credentialsIn, type OutgoingProxy } from './proxy.ts';

/**
 * A connector to https origins through a proxy. It sends one CONNECT, and fails with an OutboundError that names the proxy. undici's
 * ProxyAgent repeats the CONNECT for as long as the proxy closes the connection, even if no one waits any more.
 * @param tls for the connection to the origin; its time limit, in milliseconds, is also that of the CONNECT
 */
export function connectThrough(
  proxy: OutgoingProxy,
  tls: buildConnector.BuildOptions & { timeout: number },
): buildConnector.connector {
  const url = new URL(proxy.url);
  const subject = `the proxy ${url.host}`;
  const credentials = credentialsIn(url);
  const authorization = credentials
    ? { 'proxy-authorization': `Basic ${Buffer.from(credentials).toString('base64')}` }
    : {};
  const secure = buildConnector(tls);

  const refusal = (status: number, host: string): OutboundError => {
    const failure = (what: string, repair: string) =>
      new OutboundError('unreachable', `${subject} ${what} (${status})`, { repair });
    if (status === 407)
      return credentials === undefined
        ? failure('requires a sign-in', 'Add the credentials to HTTPS_PROXY: http://user:password@host:port.')
        : failure(
            'rejected the credentials',
            'Correct those in HTTPS_PROXY. Only Basic authentication is supported.',
          );
    if (status >= 500)
      return failure(`couldn't connect to ${host}`, `Check that ${host} can be reached from the proxy.`);
    return failure(
      `refused to connect to ${host}`,
      'Allow the host at the proxy, add it to NO_PROXY, or correct HTTPS_PROXY.',
    );
  };

  const open = async (host: string): Promise<Socket> => {
    const client = new Client(url.origin, { connect: { timeout: tls.timeout } });
    try {
      const { statusCode, socket } = await client.connect({
        path: /:\d+$/.test(host) ? host : `${host}:443`,
        headers: { host, ...authorization },
        signal: AbortSignal.timeout(tls.timeout),
      });
      // The TLS connection reports its errors.
      socket.on('error', () => undefined);
      if (statusCode >= 200 && statusCode <= 299) return socket as Socket;
      socket.destroy();
      throw refusal(statusCode, host);
    } catch (error) {
      if (error instanceof OutboundError) throw error;
      const { reason, message } = explainConnection(error, subject, tls.timeout / 1000);
      // Not "TLS", which is about the origin's certificate.
      throw new OutboundError(reason === 'timeout' ? reason : 'unreachable', message, {
        repair: 'Check HTTPS_PROXY, or add the host to NO_PROXY.',
      });
    } finally {
      void client.destroy();
    }
  };

  return (target, callback) => {
    const { host = target.hostname } = target;
    open(host)
      .then((httpSocket) =>
        secure({ ...target, httpSocket }, (...[error, socket]) => {
          if (!error) return callback(null, socket);
          const isClosed = codesOf(error).includes('ECONNRESET');
          callback(
            isClosed
              ? new OutboundError(
                  'unreachable',
                  `${host} or ${subject} closed the connection during the TLS handshake`,
                )
              : error,
            null,
          );
        }),
      )
      .catch((error: Error) => callback(error, null));
  };
}
