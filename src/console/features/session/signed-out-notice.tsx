import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { oidcLoginsQuery } from '../../data/session/queries.ts';

/** Confirms the sign-out, and says where a session may still exist. */
export function SignedOutNotice({ reach }: { reach: 'yes' | 'here' }) {
  const { data: logins = [] } = useQuery(oidcLoginsQuery());
  if (reach === 'here')
    return (
      <Alert color="blue" icon={null} title="You're signed out in this browser">
        The service doesn't offer sign-out. Its session remains valid until it expires.
      </Alert>
    );
  return (
    <Alert color="blue" icon={null} title="You're signed out">
      {logins.length > 0 &&
        'If you signed in with a provider, you may still be signed in there. Sign out there too on a shared computer.'}
    </Alert>
  );
}
