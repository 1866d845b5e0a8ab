import { createFileRoute, notFound } from '@tanstack/react-router';
import { oidcOpQuery } from '../data/oidc/providers.ts';
import { EditOidcOpPage } from '../features/oidc/editor/editor-page.tsx';

export const Route = createFileRoute('/_app/oidc/$oidcOpId')({
  staticData: { title: 'Edit provider' },
  params: {
    parse: ({ oidcOpId }) => {
      if (!/^(?:0|[1-9]\d{0,9})$/.test(oidcOpId)) throw notFound();
      return { oidcOpId };
    },
  },
  loader: ({ context, params }) => context.queryClient.ensureQueryData(oidcOpQuery(Number(params.oidcOpId))),
  component: EditRoute,
});

function EditRoute() {
  const { oidcOpId } = Route.useParams();
  // Remounts the form for another provider, so that no value carries over.
  return <EditOidcOpPage key={oidcOpId} id={Number(oidcOpId)} />;
}
