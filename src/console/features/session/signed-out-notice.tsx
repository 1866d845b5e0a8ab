import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { oidcLoginsQuery } from '../../data/session/queries.ts';

/** Says that one is signed out, and where one may not be. */
export function SignedOutNotice({ reach }: { reach: 'yes' | 'here' }) {
  const { data: logins = [] } = useQuery(oidcLoginsQuery());
  if (reach === 'here') {
    return (
      <Alert color="blue" variant="light" title="You are signed out of this browser">
        The service has no sign-out of its own: its session lives on until it expires.
      </Alert>
    );
  }
  return (
    <Alert color="blue" variant="light" title="You are signed out">
      {logins.length > 0 &&
        'If you came through a provider, you are still signed in there: its button leads straight back.'}
    </Alert>
  );
}
