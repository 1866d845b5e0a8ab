import { Alert, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { oidcLoginErrors, type OidcLoginError } from '../../../contract/oidc/oidc-logins.ts';
import { oidcLoginsQuery } from '../../data/session/queries.ts';
import { AlertIcon } from '../../ui/icons.tsx';
import { isolate } from '../../lib/text.ts';

interface OidcFailureProps {
  /** The code that the service sent the browser back with. */
  code: string;
  /** The id of the provider's configuration, where the service tells it. */
  oidcOp: string | undefined;
}

/** Why a sign-in through a provider failed: at which step, and what an administrator can do. */
export function OidcFailure({ code, oidcOp }: OidcFailureProps) {
  const { data: logins = [] } = useQuery(oidcLoginsQuery());
  const name = logins.find((login) => login.oidc_op_resource === `/oidc_ops/${oidcOp}`)?.name;
  const known = oidcLoginErrors.find((candidate) => candidate === code);
  const { step, what, remedy } = known ? failures[known] : unknown;
  return (
    <Alert
      color="red"
      variant="light"
      icon={<AlertIcon />}
      role="alert"
      title={name === undefined ? 'The provider did not sign you in' : `${isolate(name)} did not sign you in`}
    >
      <Text size="sm">{what}</Text>
      {remedy !== '' && (
        <Text size="sm" mt={8}>
          For an administrator: {remedy}
        </Text>
      )}
      <Text size="sm" mt={8} className="muted">
        Step: {step}. Code: <code>{code.slice(0, 60)}</code>
      </Text>
    </Alert>
  );
}

interface Failure {
  step: string;
  /** What happened, for whoever wanted to sign in. */
  what: string;
  /** What an administrator can do about it. */
  remedy: string;
}

const unknown: Failure = {
  step: 'not told',
  what: 'The sign-in through the provider failed, and this console does not know the reason that the service gave.',
  remedy: 'look up the code in the log of the service.',
};

const failures: Record<OidcLoginError, Failure> = {
  unknown_provider: {
    step: 'choosing the provider',
    what: 'This provider is not there any more. Reload this page and choose another way to sign in.',
    remedy: 'an old link or bookmark still names the deleted configuration.',
  },
  too_many_attempts: {
    step: 'choosing the provider',
    what: 'Too many sign-ins began at your address and were not finished. Wait a minute, then try again.',
    remedy: 'behind a reverse proxy, TRUST_PROXY must name it: otherwise everybody counts as one address.',
  },
  provider_unreachable: {
    step: 'reaching the provider',
    what: 'The service could not reach the provider. Try again in a while.',
    remedy:
      'check from the service’s machine that the provider’s host resolves, answers and shows a trusted certificate.',
  },
  metadata_invalid: {
    step: 'reading the provider’s metadata',
    what: 'What the provider publishes about itself cannot be used.',
    remedy: 'open the configuration, fetch its metadata URL and look at what differs.',
  },
  request_expired: {
    step: 'coming back from the provider',
    what: 'This sign-in took too long, was finished already, or began in another browser. Begin again.',
    remedy:
      'when it happens every time, cookies do not reach the service: users must come by its public address.',
  },
  denied_by_provider: {
    step: 'signing in at the provider',
    what: 'The provider said no: you cancelled, or it does not let you use this application.',
    remedy: 'assign the user to this application at the provider.',
  },
  refused_by_provider: {
    step: 'asking the provider',
    what: 'The provider refused the request itself, before anybody could sign in.',
    remedy: 'check the client id, the scope and the redirect URI that is registered at the provider.',
  },
  wrong_issuer: {
    step: 'checking who answered',
    what: 'The answer came from another issuer than the one configured, so it was not trusted.',
    remedy: 'set the issuer to the published one, character by character; a slash at its end counts.',
  },
  token_request_failed: {
    step: 'exchanging the code for tokens',
    what: 'The provider did not give the service the tokens for this sign-in.',
    remedy: 'check the token endpoint, and that the registered redirect URI is the same to the letter.',
  },
  client_refused: {
    step: 'exchanging the code for tokens',
    what: 'The provider did not accept the service’s own client id and secret.',
    remedy: 'replace the client secret (it may have expired), and allow client_secret_basic at the provider.',
  },
  signature_invalid: {
    step: 'verifying the ID Token',
    what: 'The ID Token was not signed with a key that the provider publishes, so it was not trusted.',
    remedy: 'check the JWKS URI; tokens signed with the client secret (HS256) are not accepted.',
  },
  encrypted_id_token: {
    step: 'reading the ID Token',
    what: 'The provider encrypted the ID Token, and the service has no key to read it.',
    remedy: 'turn off the encryption of ID Tokens for this client at the provider.',
  },
  wrong_audience: {
    step: 'checking the ID Token',
    what: 'The ID Token was meant for another application.',
    remedy: 'make the client id equal to the one that the provider writes into aud.',
  },
  token_expired: {
    step: 'checking the ID Token',
    what: 'The ID Token had expired before it arrived, or is from the future.',
    remedy: 'compare the clocks of the service and the provider: more than a minute apart is too much.',
  },
  wrong_nonce: {
    step: 'checking the ID Token',
    what: 'The ID Token belongs to another sign-in than this one. Begin again.',
    remedy: 'the provider, or something before it, answers from a cache or leaves the nonce out.',
  },
  id_token_invalid: {
    step: 'checking the ID Token',
    what: 'The ID Token is missing, or is not formed as it must be.',
    remedy: 'try the sign-in from the configuration: the report shows what is wrong with it.',
  },
  userinfo_failed: {
    step: 'asking UserInfo',
    what: 'The provider did not answer when the service asked who you are.',
    remedy: 'check the UserInfo endpoint, or map the username to a claim of the ID Token.',
  },
  userinfo_wrong_subject: {
    step: 'asking UserInfo',
    what: 'UserInfo told about somebody else than the ID Token, so neither was trusted.',
    remedy: 'the UserInfo endpoint belongs to another provider or tenant, or the provider is faulty.',
  },
  no_username: {
    step: 'finding the username',
    what: 'The provider knows you, but did not tell a username that this service can use.',
    remedy:
      'try the sign-in from the configuration and choose the username among the claims; it may need another scope.',
  },
  unknown_user: {
    step: 'finding the user',
    what: 'The provider knows you, but there is no user for you here.',
    remedy: 'create a user whose login is what the username expression gives, capital letters included.',
  },
  service_failed: {
    step: 'finishing the sign-in',
    what: 'The service itself failed. Try again in a while.',
    remedy: 'the log of the service says more.',
  },
};
