import { createFileRoute } from '@tanstack/react-router';
import { searchTexts } from '../lib/search-text.ts';
import { oidcOpQuery, oidcOpsQuery } from '../data/oidc/providers.ts';
import { lastSignInTestsQuery } from '../data/oidc/sign-in-tests.ts';
import { watchesQuery } from '../data/oidc/watches.ts';
import { recordChangesQuery } from '../data/activity/logs.ts';
import { weekOfSignInsQuery } from '../data/activity/sign-in-counts.ts';
import { oidcLoginsQuery } from '../data/session/queries.ts';
import { RecordNotFound } from '../features/shell/page-errors.tsx';
import { EditOidcOpPage } from '../features/oidc/editor/editor.tsx';
import { recordId } from '../lib/record-id.ts';
import { briefly, loadRecord, loadSection, requireOffered } from './-load-record.ts';
import { History } from '../features/activity/history/history.tsx';
import { SignInHealth } from '../features/activity/sign-in-health/sign-in-health.tsx';

export const Route = createFileRoute('/_app/oidc/$oidcOpId')({
  staticData: { title: 'Provider' },
  params: { parse: ({ oidcOpId }) => ({ oidcOpId: recordId(oidcOpId) }) },
  validateSearch: searchTexts('tab'),
  loader: async ({ params: { oidcOpId } }) => {
    const path = `/oidc_ops/${oidcOpId}`;
    const sections = [
      loadSection(weekOfSignInsQuery(path)),
      loadSection(recordChangesQuery(path)),
      loadSection(lastSignInTestsQuery),
      loadSection(watchesQuery),
      loadSection(oidcOpsQuery),
      loadSection(oidcLoginsQuery),
    ];
    await loadRecord(oidcOpQuery(Number(oidcOpId)), () => requireOffered(oidcOpsQuery));
    await briefly(...sections);
  },
  notFoundComponent: ProviderNotFound,
  component: EditRoute,
});

function EditRoute() {
  const { oidcOpId } = Route.useParams();
  // Remounts the form for another provider, so that no value carries over.
  return (
    <EditOidcOpPage
      key={oidcOpId}
      id={Number(oidcOpId)}
      renderTab={(tab, { name }, canEdit) =>
        tab === 'sign-ins' ? (
          <SignInHealth provider={`/oidc_ops/${oidcOpId}`} />
        ) : (
          <History resource={`/oidc_ops/${oidcOpId}`} name={name} canRestore={canEdit} />
        )
      }
    />
  );
}

function ProviderNotFound() {
  return <RecordNotFound list="/oidc" noun="Provider" id={Route.useParams().oidcOpId} />;
}
