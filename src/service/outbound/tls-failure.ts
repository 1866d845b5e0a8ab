import { isIP, type LookupFunction } from 'node:net';
import tls, { type PeerCertificate, type DetailedPeerCertificate } from 'node:tls';
import { msg } from '../../contract/isolate.ts';

const inspectMilliseconds = 3_000;

/** How a TLS failure is recognized, what's wrong as the end of "<host> …", and how to fix it. */
type Reason = [codes: RegExp, what: string, repair: string];

const trust = 'Set NODE_EXTRA_CA_CERTS to a file with that certificate, and restart the service to trust it.';

const certificateReasons: readonly Reason[] = [
  [/^CERT_HAS_EXPIRED$/, 'has a TLS certificate that has expired', 'Renew the certificate at the provider.'],
  [
    /^CERT_NOT_YET_VALID$/,
    "has a TLS certificate that isn't valid yet",
    "Compare the certificate's dates with the clock of the service's machine.",
  ],
  [
    /^ERR_TLS_CERT_ALTNAME_INVALID$/,
    'has a TLS certificate for other host names',
    'Use a host name of the certificate in the URL, or have a certificate issued for this one.',
  ],
  [/^DEPTH_ZERO_SELF_SIGNED_CERT$/, 'has a self-signed TLS certificate', trust],
  [/^SELF_SIGNED_CERT_IN_CHAIN$/, 'has a TLS certificate of a private authority', trust],
];

// What's sent doesn't show whether the issuer is a private root, or an intermediate that's missing.
const unknownIssuer: Reason = [
  /./,
  'has a TLS certificate whose issuer is neither sent nor trusted here',
  `Make the provider send its complete certificate chain. If the issuer is a private authority: s${trust.slice(1)}`,
];

const brokenHandshake: Reason = [
  /./,
  'failed the TLS handshake',
  "Check TLS at the provider's host and port.",
];

const handshakeReasons: readonly Reason[] = [
  [
    /WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|RECORD_TOO_|HTTP_REQUEST/,
    "doesn't speak TLS on this port",
    'Use the port of https in the URL, or turn on TLS at the provider.',
  ],
  [
    /UNSUPPORTED_PROTOCOL|PROTOCOL_VERSION|VERSION_TOO_LOW/,
    'offers only TLS versions older than 1.2',
    'Turn on TLS 1.2 or 1.3 at the provider.',
  ],
  [
    /CERTIFICATE_REQUIRED|ALERT_BAD_CERTIFICATE|PEER_DID_NOT_RETURN/,
    'requires a client certificate',
    "Turn off client certificates (mTLS) at the provider: the service doesn't have one.",
  ],
  [
    /HANDSHAKE_FAILURE/,
    'rejected the TLS handshake',
    "The provider may require a client certificate, or ciphers that the service doesn't offer.",
  ],
];

/** A failed TLS connection: what's wrong as the end of "<host> …", and how to fix it. */
export interface TlsFailure {
  what: string;
  repair: string;
  /** Whether trusting the issuer may be enough. */
  untrusted: boolean;
}

/** Whether one of an error's codes is about the host's certificate, rather than about TLS or the network. */
export function isAboutCertificate(codes: readonly string[]): boolean {
  return codes.some((code) => certificateCode.test(code));
}

const certificateCode = /^(CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|ERR_TLS_CERT_)/;

/**
 * Explains a failed TLS connection.
 * @param codes of the error and its causes
 * @param sent the host's certificate, if it's known
 * @returns undefined if TLS isn't the problem
 */
export function tlsFailure(codes: readonly string[], sent?: DetailedPeerCertificate): TlsFailure | undefined {
  const failure = ([, what, repair]: Reason, detail: string): TlsFailure => ({
    what: `${what} (${detail})`,
    repair,
    untrusted: repair.endsWith(trust.slice(1)),
  });
  for (const code of codes) {
    const handshake = handshakeReasons.find(([pattern]) => pattern.test(code));
    if (handshake) return failure(handshake, code);
  }
  const code = codes.find((each) => certificateCode.test(each) || /^(ERR_SSL_|ERR_TLS_|EPROTO)/.test(each));
  if (code === undefined) return undefined;
  if (!certificateCode.test(code)) return failure(brokenHandshake, code);
  const known = certificateReasons.find(([pattern]) => pattern.test(code));
  return failure(known ?? unknownIssuer, sent ? `${code}; ${describe(sent)}` : code);
}

function describe({
  subject,
  issuer,
  valid_from: from,
  valid_to: to,
  subjectaltname,
}: PeerCertificate): string {
  const names = (subjectaltname ?? '').replaceAll(/\bDNS:|\bIP Address:/g, '').slice(0, 200);
  const day = (text: string) => {
    const time = new Date(text);
    return Number.isNaN(time.getTime()) ? 'an unknown day' : time.toISOString().slice(0, 10);
  };
  const nameOf = (parts: PeerCertificate['issuer'] | undefined) =>
    [parts?.CN ?? parts?.O ?? 'unnamed'].flat().join(' ').slice(0, 100);
  const subjectNames = names === '' ? '' : msg`, for ${names}`;
  return `${msg`subject ${nameOf(subject)}`}${subjectNames}${msg`, issued by ${nameOf(issuer)}`}, valid from ${day(from)} to ${day(to)}`;
}

/**
 * The certificate that a host sends, over a connection that nothing is sent on. Read only after a failure: the failed connection doesn't
 * have it.
 */
export async function readCertificate(
  { hostname, port }: URL,
  find: LookupFunction,
): Promise<DetailedPeerCertificate | undefined> {
  const host = hostname.replace(/^\[|\]$/g, '');
  return new Promise((resolve) => {
    // Nothing is trusted: the connection ends before anything is sent.
    const socket = tls.connect({
      host,
      port: Number(port || 443),
      lookup: find,
      rejectUnauthorized: false,
      // Hosts that serve several names choose the certificate by it. An address isn't one (RFC 6066 section 3).
      ...(isIP(host) === 0 && { servername: host }),
    });
    const end = (certificate?: DetailedPeerCertificate) => {
      socket.destroy();
      resolve(certificate && Object.keys(certificate).length > 0 ? certificate : undefined);
    };
    socket.once('secureConnect', () => end(socket.getPeerCertificate(true)));
    socket.once('error', () => end());
    socket.setTimeout(inspectMilliseconds, () => end());
  });
}
