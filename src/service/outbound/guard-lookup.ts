import type { LookupAddress, LookupAllOptions } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { refusedRange } from './addresses.ts';
import { OutboundError } from './outbound-error.ts';

/** Finds a name's addresses, as `lookup` of `node:dns` does. */
type Find = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** A lookup that fails for names with an address that isn't allowed. */
export function guardLookup(find: Find): LookupFunction {
  return (hostname, options, callback) => {
    find(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, []);
      // One forbidden address is enough to reject the name: we don't control which one is used.
      const range = addresses
        .map(({ address }) => refusedRange(address))
        .find((found) => found !== undefined);
      const first: LookupAddress | undefined = addresses[0];
      if (range !== undefined || !first) return callback(forbidden(hostname, range ?? 'none'), []);
      if (options.all) return callback(null, addresses);
      return callback(null, first.address, first.family);
    });
  };
}

/** @param range of the host's address */
export function forbidden(host: string, range: string): OutboundError {
  return new OutboundError(
    'forbidden address',
    `${host} has an address that isn't allowed (${range.replace('linkLocal', 'link-local')}): add the host to OUTBOUND_ALLOW to allow it`,
  );
}
