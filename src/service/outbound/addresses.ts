import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';

/**
 * Ranges that no outgoing request may reach: loopback, link-local, unspecified and multicast. Private ranges are
 * allowed because companies run their providers there.
 */
const refused = new Set(['loopback', 'linkLocal', 'unspecified', 'multicast', 'broadcast', 'teredo']);

/**
 * Metadata addresses of clouds outside those ranges, which return secrets: AWS and Google over IPv6, Alibaba, Oracle, Azure.
 * IPv4's usual 169.254.169.254 is link-local.
 */
const cloudMetadata = new Set([
  'fd00:ec2::254',
  'fd20:ce::254',
  '100.100.100.200',
  '192.0.0.192',
  '168.63.129.16',
]);

/**
 * Interfaces are read for every check, because they come and go while the process runs.
 * @param interfaces of this machine; the system's by default
 * @returns the range of a forbidden address; undefined if it's allowed
 */
export function refusedRange(address: string, interfaces = networkInterfaces()): string | undefined {
  if (!ipaddr.isValid(address)) return 'unreadable';
  const parsed = embedded(ipaddr.process(address));
  if (cloudMetadata.has(parsed.toString())) return 'cloud metadata';
  const range = parsed.range();
  if (refused.has(range)) return range;
  const own = Object.values(interfaces).flatMap((each = []) => each.map((entry) => entry.address));
  return own.some((each) => isSame(each, parsed)) ? 'local' : undefined;
}

/** Compared as bytes: an address can be written in several ways, and with a zone. */
function isSame(address: string, other: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (!ipaddr.isValid(address)) return false;
  return ipaddr.process(address).toByteArray().join() === other.toByteArray().join();
}

/** The IPv4 address embedded in some IPv6 addresses (RFC 6052, RFC 6145, RFC 3056), else the address itself. */
function embedded(address: ipaddr.IPv4 | ipaddr.IPv6): ipaddr.IPv4 | ipaddr.IPv6 {
  if (!(address instanceof ipaddr.IPv6)) return address;
  const bytes = address.toByteArray();
  switch (address.range()) {
    case 'rfc6052':
    case 'rfc6145':
      return new ipaddr.IPv4(bytes.slice(12));
    case '6to4':
      return new ipaddr.IPv4(bytes.slice(2, 6));
    default:
      // IPv4-compatible addresses (RFC 4291 section 2.5.5.1, deprecated): some systems still route them.
      return bytes.slice(0, 12).every((byte) => byte === 0) && bytes.slice(12, 15).some((byte) => byte !== 0)
        ? new ipaddr.IPv4(bytes.slice(12))
        : address;
  }
}
