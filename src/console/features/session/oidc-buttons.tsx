import { Button, Divider, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { oidcLoginsQuery } from '../../data/session/queries.ts';
import { providerKind } from '../../ui/provider-marks/provider-kind.ts';
import { markReturn } from '../../lib/return-to.ts';
import { ProviderMark } from '../../ui/provider-marks/provider-mark.tsx';
import { visibleName } from '../../../contract/isolate.ts';
import { lastPart } from '../../../contract/path-fields.ts';
import { distinctNames } from '../../lib/matches.ts';

interface OidcButtonsProps {
  /** The local path to go to afterwards. */
  returnTo: string;
  /** Opens the provider in a new window, so that this page stays open. */
  newWindow?: boolean;
}

/** Buttons for signing in with a provider, in the service's order; nothing if the service lists none. */
export function OidcButtons({ returnTo, newWindow = false }: OidcButtonsProps) {
  const { data: logins = [] } = useQuery(oidcLoginsQuery);
  if (logins.length === 0) return null;
  const nameOf = distinctNames(
    logins,
    ({ name, login_resource: path }) => visibleName(name, path),
    ({ login_resource: path }) => lastPart(path),
  );
  const search = new URLSearchParams({ return_to: markReturn(returnTo) }).toString();
  return (
    <Stack gap={10}>
      <Divider label="or" />
      {logins.map((login) => (
        <Button
          key={login.login_resource}
          component="a"
          href={`/api${login.login_resource}?${search}`}
          {...(newWindow ? { target: '_blank' } : {})}
          size="sm"
          // Its label fills it, and stays in its middle.
          display="grid"
          h="auto"
          mih="var(--button-height)"
          py={5}
          styles={{ label: { whiteSpace: 'normal', overflowWrap: 'anywhere' } }}
          leftSection={<ProviderMark kind={providerKind(login.name)} />}
        >
          <span dir="auto" translate="no">
            {nameOf(login)}
          </span>
        </Button>
      ))}
    </Stack>
  );
}
