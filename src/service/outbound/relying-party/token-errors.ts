import type { FailedStep } from '../../domain/oidc/relying-party.ts';
import { laterRepair } from './failures.ts';

/**
 * Explains an error of a token response (RFC 6749 section 5.2), including codes that big providers use instead.
 * @returns undefined for other codes, such as those of a web server's JSON error page: there the status says more
 */
export function explainTokenError(code: string, status: number): FailedStep | undefined {
  const explanation = explanations.get(code);
  if (!explanation) return undefined;
  const actual = `${status} ${code}`;
  const [error, what, repair] = explanation;
  return { name: 'token_request', error, message: `${what} (${actual}).`, actual, repair };
}

type Explanation = [error: FailedStep['error'], message: string, repair: string];

const refused = (message: string, repair: string): Explanation => ['client_refused', message, repair];
const failed = (message: string, repair: string): Explanation => ['token_request_failed', message, repair];
const later = (message: string, repair: string): Explanation => ['provider_unavailable', message, repair];

/** What to do if the client isn't recognized. */
export const credentialsRepair =
  "Replace the client secret, compare the client ID, and allow client_secret_basic at the provider. A proxy in front of it mustn't remove the Authorization header.";

const credentials = refused('The provider rejected the client ID or client secret', credentialsRepair);
const rejectedCode = failed(
  'The token endpoint rejected the code',
  'Compare the redirect URI with the one registered at the provider. Codes expire quickly and work only once.',
);
const temporary = later('The token endpoint failed', laterRepair);
const redirectUri = 'Register exactly this redirect URI at the provider.';

// A map, because the code comes from the provider and could be `constructor`.
const explanations = new Map(
  Object.entries({
    invalid_client: credentials,
    // GitHub's codes.
    incorrect_client_credentials: credentials,
    bad_verification_code: rejectedCode,
    redirect_uri_mismatch: failed('The token endpoint rejected the redirect URI', redirectUri),
    invalid_grant: rejectedCode,
    unauthorized_client: refused(
      'The provider rejected the client',
      'Compare client ID and client secret, and allow the authorization code grant for this client at the provider.',
    ),
    unsupported_grant_type: failed(
      "The token endpoint doesn't support the authorization code grant",
      'Allow the authorization code grant for this client at the provider, or correct the token endpoint.',
    ),
    invalid_scope: failed(
      'The token endpoint rejected the scope',
      "Remove the scope values that the provider doesn't support.",
    ),
    invalid_request: failed(
      'The token endpoint considers the request malformed',
      'Compare the redirect URI with the registered one, and allow PKCE with S256 and client_secret_basic at the provider.',
    ),
    access_denied: [
      'denied_by_provider',
      'The provider denied the user access',
      'Assign the user to this client at the provider.',
    ],
    server_error: temporary,
    temporarily_unavailable: temporary,
    slow_down: later('The token endpoint rejects requests because there were too many', 'Try again later.'),
  } satisfies Record<string, Explanation>),
);
