import { Alert, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { gatewayQuery } from '../../data/session/queries.ts';

/** Says why a sign-in has led back to the sign-in page: the browser didn't keep the session's cookie. */
export function LostSession() {
  const { data: gateway } = useQuery(gatewayQuery);
  const publicUrl = gateway?.public_origin;
  const isElsewhere = publicUrl !== undefined && publicUrl !== location.origin;
  const needsHttps = isElsewhere && publicUrl.startsWith('https:') && location.protocol === 'http:';
  return (
    <Alert title="Couldn't stay signed in">
      <Text>
        Your browser didn't keep the session cookie{needsHttps && ', which requires https'}.{' '}
        {isElsewhere ? (
          <>
            Open <a href={publicUrl}>{publicUrl}</a> instead
            {needsHttps ? '.' : ', or allow cookies for this site.'}
          </>
        ) : (
          'Allow cookies for this site, then sign in again.'
        )}
      </Text>
    </Alert>
  );
}
