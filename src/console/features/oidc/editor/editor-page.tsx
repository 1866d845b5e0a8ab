import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy } from 'react';
import { isStatus } from '../../../api/errors.ts';
import { sentenceOf } from '../../../data/notifications/notify.ts';
import { ErrorView } from '../../../ui/error-view.tsx';
import { PagePending } from '../../../ui/page-pending.tsx';
import { Page } from '../../../ui/page.tsx';
import { emptyForm, toForm } from './form-values.ts';
import { oidcOpQuery } from '../queries.ts';
import { useCanEdit } from './use-can-edit.ts';

// A chunk of its own: the list page shares modules with this file, but doesn't need the editor.
const OidcEditor = lazy(() => import('./editor.tsx').then((m) => ({ default: m.OidcEditor })));

/** The form of a new provider. @param from the id of the provider to copy */
export function NewOidcOpPage({ from }: { from: number | undefined }) {
  const { data, error, refetch } = useQuery({ ...oidcOpQuery(from ?? 0), enabled: from !== undefined });
  if (from === undefined) return <OidcEditor op={undefined} initial={emptyForm} readOnly={false} />;
  if (data) {
    const copy = { ...toForm(data), name: `${data.name} (copy)` };
    return <OidcEditor op={undefined} initial={copy} copiedFrom={data.name} readOnly={false} />;
  }
  return error ? <Problem error={error} onRetry={() => void refetch()} /> : <PagePending />;
}

/** The form of an existing provider. */
export function EditOidcOpPage({ id }: { id: number }) {
  const { data, error, refetch } = useQuery(oidcOpQuery(id));
  const canEdit = useCanEdit();
  if (data) return <OidcEditor op={data} initial={toForm(data)} readOnly={!canEdit} />;
  return error ? <Problem error={error} onRetry={() => void refetch()} /> : <PagePending />;
}

function Problem({ error, onRetry }: { error: Error; onRetry(): void }) {
  if (isStatus(error, 404)) {
    return (
      <Page title="Provider not found">
        <Text>
          It may have been deleted, or this service doesn't support OIDC providers (added in version 9.6.0).
        </Text>
        <div>
          <Button renderRoot={(props) => <Link to="/oidc" {...props} />}>Show all providers</Button>
        </div>
      </Page>
    );
  }
  return (
    <Page title="OIDC provider">
      <ErrorView
        title={
          isStatus(error, 403)
            ? "You don't have permission to view this provider"
            : "Couldn't load the provider"
        }
        detail={[sentenceOf(error)]}
        onRetry={onRetry}
      />
    </Page>
  );
}
