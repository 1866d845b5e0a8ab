import { createFileRoute } from '@tanstack/react-router';
import { Page } from '../ui/page.tsx';

export const Route = createFileRoute('/_app/oidc')({
  staticData: { title: 'OIDC providers' },
  component: () => (
    <Page title="OIDC providers">
      <p>
        Here you will configure the OpenID Connect providers that users sign in through. This version of the
        console does not have that yet.
      </p>
    </Page>
  ),
});
