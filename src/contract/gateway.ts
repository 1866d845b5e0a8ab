import * as z from 'zod/mini';

/**
 * The header of every response of the gateway, including errors and static files, with the product's version: a response
 * without it comes from a proxy in front of it.
 */
export const versionHeader = 'X-Palisade-Version';

/**
 * The header of API responses with the version of a complete service, or `documented` (docs/decisions.md, "What a service
 * offers").
 */
export const serviceHeader = 'X-Palisade-Service';

/**
 * The header that says more about a failed write than its status: `unsent` if nothing reached the service, `unknown` if it
 * may have been done.
 */
export const outcomeHeader = 'X-Palisade-Outcome';

/** What the console needs to know about its gateway (`GET /-/gateway`). */
export const gatewayInfo = z.object({
  product_version: z.string(),
  /** The gateway's configured public URL: the embedded service's redirect URI begins with it. */
  public_origin: z.string(),
  mode: z.enum(['embedded', 'remote']),
  /** Host and port of the remote service; empty in embedded mode. */
  service_host: z.string(),
  /** How the connection to the remote service is secured; `none` in embedded mode, and over plain HTTP. */
  service_tls: z.enum(['verified', 'not verified', 'none']),
  /** When the certificate that the gateway serves expires, ISO 8601; empty if it doesn't speak TLS itself. */
  certificate_expires_at: z.string(),
  /** Whether a proxy forwards clients' addresses, which aren't read because `TRUST_PROXY` isn't set. */
  ignores_forwarded: z._default(z.boolean(), false),
  /** Sign-ins to show on the sign-in page, in demo mode only. */
  demo_sign_ins: z.array(z.object({ login: z.string(), password: z.string(), what: z.string() })),
  /** Whether the Lab is available (`/-/lab/`), in demo mode only. */
  lab: z.boolean(),
});
export type GatewayInfo = z.infer<typeof gatewayInfo>;

export const guideUrl = '/-/docs/guide/';

/** The headings that the guide can be searched by (`headings.json`): each with its chapter's title, and its address below the guide's. */
export const guideHeadings = z.array(
  z.object({ title: z.string(), chapter: z.string(), address: z.string() }),
);
