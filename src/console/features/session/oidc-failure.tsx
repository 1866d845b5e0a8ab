import { Alert, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { oidcLoginErrors, type OidcLoginError } from '../../../contract/oidc/oidc-logins.ts';
import { oidcLoginsQuery } from '../../data/session/queries.ts';
import { msg } from '../../lib/text.ts';

interface OidcFailureProps {
  /** The error code that the service redirected with. */
  code: string;
  /** The provider's ID, if the service sent it. */
  oidcOp: string | undefined;
  /** Under which administrators find the sign-in, if the service sent it. */
  reference: string | undefined;
}

/** Explains why a sign-in with a provider failed, at which step, and what an administrator can do. */
export function OidcFailure({ code, oidcOp, reference }: OidcFailureProps) {
  const { data: logins = [] } = useQuery(oidcLoginsQuery);
  const name = logins.find((login) => login.oidc_op_resource === `/oidc_ops/${oidcOp}`)?.name;
  const known = oidcLoginErrors.find((candidate) => candidate === code);
  const { step, what, repair } = known ? failures[known] : unknown;
  return (
    <Alert
      title={name === undefined ? "Couldn't sign in with the provider" : msg`Couldn't sign in with ${name}`}
    >
      <Text>{what}</Text>
      {repair !== '' && <Text>For administrators: {repair}</Text>}
      <Text c="dimmed">
        Step: {step}. Code: <code translate="no">{code.slice(0, 60)}</code>
        {reference !== undefined && (
          <>
            . Reference: <code translate="no">{reference.slice(0, 60)}</code>
          </>
        )}
      </Text>
    </Alert>
  );
}

interface Failure {
  step: string;
  /** What happened, for the user. */
  what: string;
  /** What an administrator can do about it. */
  repair: string;
}

const unknown: Failure = {
  step: 'unknown',
  what: "The sign-in failed for a reason that this console doesn't know.",
  repair: "Look up the code in the service's log.",
};

const failures: Record<OidcLoginError, Failure> = {
  unknown_provider: {
    step: 'choosing the provider',
    what: 'This provider no longer exists. Reload this page and choose another way to sign in.',
    repair: 'An old link or bookmark points to a deleted provider.',
  },
  too_many_attempts: {
    step: 'choosing the provider',
    what: 'Too many unsuccessful sign-ins from your address. Wait a minute, then try again.',
    repair: 'Behind a reverse proxy, set TRUST_PROXY. Otherwise all users count as one address.',
  },
  provider_unreachable: {
    step: 'reaching the provider',
    what: 'The service got no response from the provider. Try again later.',
    repair:
      "Check from the service's machine that the provider's host resolves, responds and has a trusted certificate.",
  },
  provider_blocked: {
    step: 'reaching the provider',
    what: "The service isn't allowed to connect to the provider's address.",
    repair: "Check the provider's endpoints. If they're right, add the host to OUTBOUND_ALLOW.",
  },
  provider_response_invalid: {
    step: "reading the provider's response",
    what: 'The provider returned a redirect or too much data, so its response was rejected.',
    repair: 'A test sign-in shows which endpoint to correct.',
  },
  provider_unavailable: {
    step: 'waiting for the provider',
    what: 'The provider is overloaded or has a problem. Try again later.',
    repair: "Check the provider's status and log. A test sign-in shows its response.",
  },
  request_expired: {
    step: 'returning from the provider',
    what: 'This sign-in has expired, was already used or was started in another browser. Try again.',
    repair: "If this happens every time, cookies don't reach the service. Users must use its public address.",
  },
  wrong_response_mode: {
    step: 'returning from the provider',
    what: 'The provider sent you back without a response, so nothing could be checked.',
    repair: 'The provider must send its response as a query (response_mode query), not as a fragment.',
  },
  form_response: {
    step: 'returning from the provider',
    what: "The provider sent its response as a form, which the service doesn't accept.",
    repair: 'Turn off response_mode form_post for this client at the provider: the response must be a query.',
  },
  denied_by_provider: {
    step: 'signing in at the provider',
    what: "The provider denied access. You cancelled, or you aren't allowed to use this application.",
    repair: 'Assign the user to this application at the provider.',
  },
  refused_by_provider: {
    step: 'authorization request',
    what: 'The provider rejected the authorization request.',
    repair: 'Check the client ID, the scope and the redirect URI registered at the provider.',
  },
  wrong_issuer: {
    step: 'checking the issuer',
    what: 'The response came from an unexpected issuer, so it was rejected.',
    repair: "The configured issuer, the published one and the ID token's iss must be identical.",
  },
  several_issuers: {
    step: 'checking the issuer',
    what: 'The ID token has a list of issuers, so it was rejected.',
    repair: "The ID token's iss must be the issuer as text, not a list. Correct it at the provider.",
  },
  token_request_failed: {
    step: 'token request',
    what: 'The provider rejected the token request.',
    repair:
      'Check the token endpoint, and that the registered redirect URI matches exactly. A test sign-in shows the error.',
  },
  client_refused: {
    step: 'token request',
    what: "The provider rejected the service's client ID or secret.",
    repair: 'Replace the client secret (it may have expired), and allow client_secret_basic at the provider.',
  },
  secret_for_other_origin: {
    step: 'token request',
    what: "The service's client secret wasn't entered for this provider's address, so it wasn't sent.",
    repair: 'Enter the client secret again, or change the token endpoint back.',
  },
  signature_invalid: {
    step: 'verifying the ID token',
    what: "The ID token's signature couldn't be verified, so it was rejected.",
    repair: "Check the JWKS URI. Tokens signed with the client secret (HS256) aren't supported.",
  },
  encrypted_id_token: {
    step: 'reading the ID token',
    what: "The provider encrypted the ID token, and the service can't decrypt it.",
    repair: 'Turn off ID token encryption for this client at the provider.',
  },
  wrong_audience: {
    step: 'checking the ID token',
    what: 'The ID token was issued for another application.',
    repair: "The ID token's aud claim must contain the client ID.",
  },
  token_expired: {
    step: 'checking the ID token',
    what: 'The ID token has expired.',
    repair: "Compare the service's and the provider's clocks. They may differ by at most a minute.",
  },
  wrong_nonce: {
    step: 'checking the ID token',
    what: 'The ID token belongs to another sign-in. Try again.',
    repair: 'The provider, or a proxy in front of it, caches responses or omits the nonce.',
  },
  id_token_invalid: {
    step: 'checking the ID token',
    what: 'The ID token is missing or invalid.',
    repair: "A test sign-in shows what's wrong.",
  },
  userinfo_failed: {
    step: 'UserInfo request',
    what: "The provider didn't return your user information.",
    repair: 'Check the UserInfo endpoint and whether this client may use it.',
  },
  userinfo_invalid: {
    step: 'UserInfo request',
    what: "The provider's UserInfo response is invalid, so it was rejected.",
    repair: "Check the UserInfo endpoint. A test sign-in shows what's wrong with its response.",
  },
  userinfo_wrong_subject: {
    step: 'UserInfo request',
    what: 'The UserInfo response and the ID token are about different users, so both were rejected.',
    repair: 'The UserInfo endpoint belongs to another provider or tenant, or the provider is faulty.',
  },
  no_username: {
    step: 'finding the username',
    what: "The provider didn't return a username that this service can use.",
    repair: 'A test sign-in shows the claims to choose from. The username may need another scope.',
  },
  unknown_user: {
    step: 'finding the user',
    what: "You don't have a user here. Ask an administrator to create one.",
    repair: 'Create a user whose login exactly matches the result of the username expression.',
  },
  service_failed: {
    step: 'finishing the sign-in',
    what: 'The service failed. Try again later.',
    repair: "See the service's log.",
  },
};
