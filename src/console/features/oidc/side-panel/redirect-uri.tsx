import { Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { oidcLoginsEndpoints } from '../../../../contract/endpoints/oidc-logins.ts';
import { gatewayQuery, oidcLoginsQuery } from '../../../data/session/queries.ts';
import { Copyable } from '../../../ui/copyable.tsx';
import classes from './side-panel.module.css';

/** Where the provider sends users back; to be registered there before the first sign-in. */
export function RedirectUri() {
  const { data: gateway } = useQuery(gatewayQuery());
  const { isError: absent } = useQuery(oidcLoginsQuery());
  // Not that of this page: whoever comes by another name of this machine would register the wrong one.
  const uri = `${gateway?.public_origin ?? location.origin}/api${oidcLoginsEndpoints.finishOidcLogin.path}`;
  return (
    <section className={classes.part} aria-labelledby="redirect-uri">
      <Title order={3} id="redirect-uri">
        Redirect URI
      </Title>
      {gateway?.mode === 'remote' || absent ? (
        <Text size="sm">
          The service behind this console has a redirect URI of its own: its documentation tells it. Register
          that at the provider.
        </Text>
      ) : (
        <>
          <span className={classes.uri}>
            <Copyable value={uri} label="redirect URI" />
          </span>
          <Text size="sm" className="muted">
            Register it at the provider, exactly like this. It is the same for every provider.
          </Text>
        </>
      )}
    </section>
  );
}
