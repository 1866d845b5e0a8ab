import { List, Text } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { oidcLoginsEndpoints } from '../../../../contract/endpoints/oidc-logins.ts';
import { oidcOpsEndpoints } from '../../../../contract/endpoints/oidc-ops.ts';
import type { User } from '../../../../contract/access/users.ts';
import { call } from '../../../data/service/call.ts';
import { isUnavailable } from '../../../api/errors.ts';
import { loadAll, pageSize } from '../../../data/service/lists.ts';
import { formatNumber } from '../../../lib/text.ts';
import { sentenceOf } from '../../../data/notifications/notify.ts';
import { useSession } from '../../../data/session/use-session.ts';
import { LineSkeletons } from '../../../ui/line-skeletons.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { Name } from '../../../ui/name.tsx';
import { Section } from '../../../ui/section.tsx';

/** A provider's mapping to users; the expression only for users who can read configurations. */
interface Mapping {
  /** The provider's path: names may repeat. */
  path: string;
  name: string;
  usernamePath?: string;
}

/** Providers, with their username expressions for users who can read configurations. */
function mappingsQuery(mayRead: boolean) {
  return queryOptions({
    queryKey: ['oidc-ops', 'mappings', mayRead],
    queryFn: async ({ signal }): Promise<Mapping[]> => {
      try {
        if (mayRead) {
          const { records } = await loadAll(
            async (start) =>
              (await call(oidcOpsEndpoints.listOidcOps, { query: { start, limit: pageSize }, signal })).body,
            (op) => op.id,
          );
          return records.map(({ id, name = '', username_path: usernamePath = '' }) => ({
            path: `/oidc_ops/${id}`,
            name,
            usernamePath,
          }));
        }
        const { body } = await call(oidcLoginsEndpoints.listOidcLogins, { signal });
        return body.data.map(({ name, oidc_op_resource: path }) => ({ path, name }));
      } catch (error) {
        // A service before 9.6, or without this extension, has none to list.
        if (isUnavailable(error)) return [];
        throw error;
      }
    },
  });
}

const maxMappings = 10;

/** How a user can sign in: with a password, and through which providers. */
export function SignInMethods({ user }: { user: User }) {
  const { holds } = useSession();
  const { data: mappings, error } = useQuery(mappingsQuery(holds('palisade', 'ro')));
  const login = user.login;
  return (
    <Section id="sign-in-methods" title="Sign-in methods">
      {user.has_password ? (
        <Text>
          <Name>{login}</Name> can sign in with a password.
        </Text>
      ) : (
        <Text>
          <Name>{login}</Name> has no password.
        </Text>
      )}
      {error && <Text>Couldn't load providers: {sentenceOf(error)}</Text>}
      {!mappings && !error && <LineSkeletons label="Loading providers" lines={1} />}
      {mappings && mappings.length > 0 && (
        <>
          <Text mt={4}>
            {user.has_password ? 'Also through' : 'Through'} any provider that maps to exactly this login:
          </Text>
          <List size="sm" className="wrap">
            {mappings.slice(0, maxMappings).map(({ path, name, usernamePath }) => (
              <List.Item key={path}>
                {name}
                {usernamePath !== undefined && (
                  <>
                    {' '}
                    (<code translate="no">{usernamePath}</code>)
                  </>
                )}
              </List.Item>
            ))}
            {mappings.length > maxMappings && (
              <List.Item>
                and {formatNumber(mappings.length - maxMappings)} more (<Link to="/oidc">OIDC providers</Link>
                )
              </List.Item>
            )}
          </List>
        </>
      )}
      {mappings?.length === 0 && !user.has_password && (
        <Text c="var(--danger)">
          There are no providers either, so <Name>{login}</Name> can't sign in.
        </Text>
      )}
      <Text c="dimmed" mt={4}>
        {user.last_sign_in_at ? (
          <>
            Signed in <RelativeTime at={new Date(user.last_sign_in_at)} />
            {user.last_sign_in_via === 'password' && ', with a password'}
            {!['', 'password'].includes(user.last_sign_in_via) && `, through ${user.last_sign_in_via}`}
          </>
        ) : (
          'Never signed in'
        )}
      </Text>
    </Section>
  );
}
