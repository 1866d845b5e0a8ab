import * as oidc from 'openid-client';
import { signatureAlgorithms } from '../../contract/oidc/metadata.ts';
import type { Provider } from '../domain/oidc/relying-party.ts';
import type { Outbound } from './outbound.ts';

/** A request to one of the provider's endpoints, for the report. */
export interface Call {
  endpoint: 'token' | 'keys' | 'userinfo';
  url: string;
  milliseconds: number;
  /** Undefined if there was no response. */
  status?: number;
  /** The ID token from the token response, verified or not; never in a report. */
  idToken?: string;
}

/** Allowed clock skew: one minute (docs/decisions.md, "Signing in through a provider"). */
const clockToleranceSeconds = 60;

/**
 * The library's configuration for a provider. Created for each sign-in, so that keys are always current.
 * @param calls collects every request
 */
export function configurationOf(outbound: Outbound, provider: Provider, calls: Call[]): oidc.Configuration {
  const configuration = new oidc.Configuration(
    {
      issuer: provider.issuer,
      authorization_endpoint: provider.authorization_endpoint,
      token_endpoint: provider.token_endpoint,
      ...(provider.userinfo_endpoint ? { userinfo_endpoint: provider.userinfo_endpoint } : {}),
      ...(provider.jwks_uri ? { jwks_uri: provider.jwks_uri } : {}),
      id_token_signing_alg_values_supported: [...signatureAlgorithms],
      userinfo_signing_alg_values_supported: [...signatureAlgorithms],
      authorization_response_iss_parameter_supported: provider.announces_iss,
    },
    provider.client_id,
    { [oidc.clockTolerance]: clockToleranceSeconds },
    authentication(provider),
  );
  configuration[oidc.customFetch] = recorded(outbound, provider, calls);
  oidc.enableNonRepudiationChecks(configuration);
  // The API requires https for every endpoint except `jwks_uri`; the contract enforces that.
  if (provider.jwks_uri.startsWith('http://')) oidc.allowInsecureRequests(configuration);
  return configuration;
}

/** The secret was entered for another origin than it would be sent to. */
export class SecretBoundElsewhere extends Error {
  override readonly name = 'SecretBoundElsewhere';
  /** @param origin it would be sent to */
  constructor(readonly origin: string) {
    super('The client secret was entered for another origin');
  }
}

/** Sends the secret only to the origin it was entered for, even if the configuration has changed. */
function authentication({ client_secret: secret, secret_origin: allowed }: Provider): oidc.ClientAuth {
  const basic = oidc.ClientSecretBasic(secret);
  return (server, client, body, headers) => {
    const { origin } = new URL(server.token_endpoint ?? '');
    if (origin !== allowed) throw new SecretBoundElsewhere(origin);
    return basic(server, client, body, headers);
  };
}

function recorded(outbound: Outbound, provider: Provider, calls: Call[]): oidc.CustomFetch {
  return async (url, { method, headers, body }) => {
    const call: Call = { endpoint: endpointOf(url, provider), url, milliseconds: 0 };
    calls.push(call);
    const start = performance.now();
    try {
      // The library only sends forms.
      const text = body instanceof URLSearchParams ? body.toString() : undefined;
      const answer = await outbound.fetch(url, {
        method,
        headers: Object.fromEntries(new Headers(headers)),
        ...(text === undefined ? {} : { body: text }),
      });
      call.status = answer.status;
      const idToken = call.endpoint === 'token' ? idTokenIn(answer.body) : undefined;
      if (idToken !== undefined) call.idToken = idToken;
      // A Response with a null-body status such as 204 can't have a body, not even an empty one.
      return new Response(answer.body.byteLength > 0 ? answer.body : null, answer);
    } finally {
      call.milliseconds = Math.round(performance.now() - start);
    }
  };
}

function endpointOf(url: string, provider: Provider): Call['endpoint'] {
  if (sameAddress(url, provider.token_endpoint)) return 'token';
  return provider.userinfo_endpoint && sameAddress(url, provider.userinfo_endpoint) ? 'userinfo' : 'keys';
}

function sameAddress(left: string, right: string): boolean {
  return URL.canParse(right) && new URL(left).href === new URL(right).href;
}

function idTokenIn(body: Uint8Array): string | undefined {
  try {
    const { id_token: token } = JSON.parse(Buffer.from(body).toString()) as { id_token?: unknown };
    return typeof token === 'string' ? token : undefined;
  } catch {
    // The library reports what's wrong with such a response.
    return undefined;
  }
}
