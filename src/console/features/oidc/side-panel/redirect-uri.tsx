import { Alert, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { oidcLoginsEndpoints } from '../../../../contract/endpoints/oidc-logins.ts';
import { gatewayQuery, oidcLoginsQuery } from '../../../data/session/queries.ts';
import { useService } from '../../../data/service/use-service.ts';
import { Copyable } from '../../../ui/copyable.tsx';
import { Section } from '../../../ui/section.tsx';
import classes from './side-panel.module.css';

/** The redirect URI, which must be registered at the provider before the first sign-in. @param pageHost the host that this page was opened at */
export function RedirectUri({ pageHost = location.hostname }: { pageHost?: string }) {
  const { data: gateway } = useQuery(gatewayQuery);
  // Its response shows whether the service has OIDC sign-in.
  useQuery(oidcLoginsQuery);
  const { offers } = useService();
  // Not this page's origin: someone using another host name would register the wrong URI.
  const uri = `${gateway?.public_origin ?? location.origin}/api${oidcLoginsEndpoints.finishOidcLogin.path}`;
  return (
    <Section id="redirect-uri" title="Redirect URI" order={3} mb={0} className={classes.part}>
      {gateway?.mode === 'remote' || !offers('OIDC sign-in') ? (
        <Text>
          The service has its own redirect URI. Find it in the service's documentation and register it at the
          provider.
        </Text>
      ) : (
        <>
          <Copyable value={uri} label="redirect URI" />
          <Text c="dimmed">
            Register it at the provider exactly as shown. It's the same for every provider.
          </Text>
          {isLocal(new URL(uri).hostname) && !isLocal(pageHost) && (
            <Alert title="Sign-ins would return to localhost">
              <Text>
                Set <code translate="no">PUBLIC_URL</code> to the address at which users open the console,
                then register the new one.
              </Text>
            </Alert>
          )}
        </>
      )}
    </Section>
  );
}

function isLocal(host: string): boolean {
  return /^((.+\.)?localhost|127(\.\d+){3}|\[::1\])$/.test(host);
}
