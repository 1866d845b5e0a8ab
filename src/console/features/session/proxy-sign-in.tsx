import { Alert, Button, Group, Text } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { askProxy, proxyWantsSignIn } from '../../api/sign-in-proxy.ts';
import { useStore } from '../../lib/store.ts';
import { useHasUnsavedChanges } from '../../lib/unsaved-changes.ts';
import { queryClient } from '../../query-client.ts';

/** Offers to sign in at a proxy in front of the service whose session has ended. */
export function ProxySignIn() {
  const wanted = useStore(proxyWantsSignIn);
  const unsaved = useHasUnsavedChanges();
  const router = useRouter();
  useEffect(() => {
    if (!wanted) return undefined;
    // They may have signed in in another tab.
    const ask = () => void askProxy();
    addEventListener('focus', ask);
    return () => {
      removeEventListener('focus', ask);
      if (proxyWantsSignIn.get()) return;
      void queryClient.invalidateQueries();
      void router.invalidate();
    };
  }, [wanted, router]);
  if (!wanted) return null;
  return (
    <Alert title="Sign in to continue">
      <Text>
        A proxy in front of the service asks you to sign in.{' '}
        {unsaved && 'Sign in in a new tab to keep your unsaved changes on this page.'}
      </Text>
      <Group>
        <Button onClick={() => location.reload()}>Reload to sign in</Button>
        <Button component="a" href="/signed-in" target="_blank">
          Sign in in a new tab
        </Button>
      </Group>
    </Alert>
  );
}
