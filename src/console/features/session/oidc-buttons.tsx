import { Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { oidcLoginsQuery } from '../../session/queries.ts';
import classes from './sign-in-page.module.css';

/** The providers that one can sign in with, in the service's order; nothing where the service does not list any. */
export function OidcButtons({ returnTo }: { returnTo: string }) {
  const { data: logins = [] } = useQuery(oidcLoginsQuery());
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
          <span dir="auto">{name}</span>
        </Button>
      ))}
    </Stack>
  );
}
