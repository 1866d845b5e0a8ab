import { useQuery } from '@tanstack/react-query';
import { gatewayQuery } from '../../data/session/queries.ts';
import { Alert } from '../../ui/alert.tsx';

/** Says why a sign-in has led back to the sign-in page: the browser didn't keep the session's cookie. */
export function LostSession() {
  const { data: gateway } = useQuery(gatewayQuery());
  const publicUrl = gateway?.public_origin;
  const isElsewhere = publicUrl !== undefined && publicUrl !== location.origin;
  const needsHttps = isElsewhere && publicUrl.startsWith('https:') && location.protocol === 'http:';
  return (
    <Alert tone="error" title="Couldn't stay signed in">
      <p className="note">
        Your browser didn't keep the session cookie{needsHttps && ', which requires https'}.{' '}
        {isElsewhere ? (
          <>
            Open <a href={publicUrl}>{publicUrl}</a> instead
            {needsHttps ? '.' : ', or allow cookies for this site.'}
          </>
        ) : (
          'Allow cookies for this site, then sign in again.'
        )}
      </p>
    </Alert>
  );
}
