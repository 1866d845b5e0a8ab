import { Alert, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { oidcLoginErrors, signInCauses, type Cause } from '../../../contract/oidc/sign-in-causes.ts';
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

/** Explains why a sign-in with a provider failed, and what an administrator can do. */
export function OidcFailure({ code, oidcOp, reference }: OidcFailureProps) {
  const { data: logins = [] } = useQuery(oidcLoginsQuery);
  const name = logins.find((login) => login.oidc_op_resource === `/oidc_ops/${oidcOp}`)?.name;
  const known = oidcLoginErrors.find((candidate) => candidate === code);
  const { reason, advice, repair }: Cause = known ? signInCauses[known] : unknown;
  return (
    <Alert
      title={name === undefined ? "Couldn't sign in with the provider" : msg`Couldn't sign in with ${name}`}
    >
      <Text>{[`${reason}.`, advice].filter(Boolean).join(' ')}</Text>
      <Text>For administrators: {repair}</Text>
      <Text c="dimmed">
        Code: <code translate="no">{code.slice(0, 60)}</code>
        {reference !== undefined && (
          <>
            . Reference: <code translate="no">{reference.slice(0, 60)}</code>
          </>
        )}
      </Text>
    </Alert>
  );
}

const unknown: Cause = {
  reason: "The sign-in failed for a reason that this console doesn't know",
  repair: "Look up the code in the service's log.",
};
