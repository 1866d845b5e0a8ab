import { lookup, type LookupAddress } from 'node:dns';
import net, { isIP, type LookupFunction } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import { buildConnector } from 'undici';

/** The pause between two attempts (RFC 8305 section 8, "Connection Attempt Delay"). */
const nextAttemptMilliseconds = 250;
const connectMilliseconds = 10_000;

interface ConnectOptions extends Pick<ConnectionOptions, 'ca' | 'rejectUnauthorized'> {
  /** Decides which addresses are used. */
  lookup?: LookupFunction;
  milliseconds?: number;
}

/**
 * Connects like undici, but attempts for several addresses overlap (RFC 8305). Node's own attempts don't: each is cut after 250 ms, which
 * hosts that are far away exceed.
 */
export function createConnector({
  lookup: find = lookup,
  milliseconds = connectMilliseconds,
  ...tls
}: ConnectOptions): buildConnector.connector {
  const secure = buildConnector({ ...tls, timeout: milliseconds });
  return (options, callback) => {
    const port = Number(options.port || (options.protocol === 'https:' ? 443 : 80));
    connectTo(options.hostname, port, find, milliseconds).then(
      (socket) => {
        if (options.protocol === 'https:') secure({ ...options, httpSocket: socket }, callback);
        else callback(null, socket);
      },
      (error: Error) => callback(error, null),
    );
  };
}

/** Connects to any of a host's addresses. @throws the first attempt's error */
export async function connectTo(
  hostname: string,
  port: number,
  find: LookupFunction,
  milliseconds: number,
): Promise<net.Socket> {
  const addresses = inTurns(await addressesOf(hostname.replace(/^\[|\]$/g, ''), find));
  return new Promise((resolve, reject) => {
    const open = new Set<net.Socket>();
    let failure: Error | undefined;
    let next: NodeJS.Timeout | undefined;
    const end = (winner?: net.Socket) => {
      clearTimeout(next);
      clearTimeout(late);
      for (const socket of open) if (socket !== winner) socket.destroy();
      if (winner) resolve(winner);
      else reject(failure ?? new Error(`${hostname} has no address`));
    };
    const late = setTimeout(() => {
      failure ??= Object.assign(new Error('connecting took too long'), { code: 'ETIMEDOUT' });
      end();
    }, milliseconds);
    const attempt = () => {
      clearTimeout(next);
      const address = addresses.shift();
      if (!address) return open.size === 0 ? end() : undefined;
      const socket = net.connect({ host: address, port, noDelay: true, keepAlive: true });
      const failed = (error: Error) => {
        failure ??= error;
        open.delete(socket);
        attempt();
      };
      open.add(socket);
      socket.once('error', failed).once('connect', () => {
        // What uses it next also gets its other events.
        socket.off('error', failed).on('error', () => undefined);
        end(socket);
      });
      if (addresses.length > 0) next = setTimeout(attempt, nextAttemptMilliseconds);
      return undefined;
    };
    attempt();
  });
}

async function addressesOf(hostname: string, find: LookupFunction): Promise<LookupAddress[]> {
  if (isIP(hostname)) return [{ address: hostname, family: isIP(hostname) }];
  return new Promise((resolve, reject) => {
    find(hostname, { all: true }, (error, addresses) => {
      if (error) reject(error);
      else resolve(typeof addresses === 'string' ? [{ address: addresses, family: 4 }] : addresses);
    });
  });
}

/** Both families in turns, beginning with the first address's (RFC 8305 section 4). */
function inTurns(addresses: readonly LookupAddress[]): string[] {
  const isFirst = ({ family }: LookupAddress) => family === addresses[0]?.family;
  const [first, second] = [addresses.filter(isFirst), addresses.filter((each) => !isFirst(each))];
  return first
    .flatMap((each, index) => [each, ...second.slice(index, index + 1)])
    .concat(second.slice(first.length))
    .map(({ address }) => address);
}
