import { Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { endpoints } from '../../../contract/endpoints.ts';
import { call } from '../../api/client.ts';
import classes from './sign-in-page.module.css';

/** The providers that one can sign in with, in the service's order; nothing where the service does not list any. */
export function OidcButtons({ returnTo }: { returnTo: string }) {
  const { data: logins = [] } = useQuery({
    queryKey: ['oidc-logins'],
    queryFn: async ({ signal }) => (await call(endpoints.listOidcLogins, { signal })).body.data,
    retry: false,
  });
  if (logins.length === 0) return null;
  const search = new URLSearchParams({ return_to: returnTo }).toString();
  return (
    <Stack gap="xs">
      <span className={classes.or}>or</span>
      {logins.map(({ name, login_resource: path }) => (
        <Button
          key={path}
          component="a"
          href={`/api${path}?${search}`}
          variant="default"
          fullWidth
          className={classes.provider}
        >
          {name}
        </Button>
      ))}
    </Stack>
  );
}
