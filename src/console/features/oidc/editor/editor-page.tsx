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
import { useMayChange } from './use-may-change.ts';

// Apart from the pages, which the list shares parts with.
const OidcEditor = lazy(() => import('./editor.tsx').then((m) => ({ default: m.OidcEditor })));

/** The form of a new configuration. @param from the configuration to begin as a copy of */
export function NewOidcOpPage({ from }: { from: number | undefined }) {
  const { data, error, refetch } = useQuery({ ...oidcOpQuery(from ?? 0), enabled: from !== undefined });
  if (from === undefined) return <OidcEditor op={undefined} initial={emptyForm} readOnly={false} />;
  if (data) {
    const copy = { ...toForm(data), name: `${data.name} (copy)` };
    return <OidcEditor op={undefined} initial={copy} copiedFrom={data.name} readOnly={false} />;
  }
  return error ? <Problem id={from} error={error} onRetry={() => void refetch()} /> : <PagePending />;
}

/** The form of an existing configuration. */
export function EditOidcOpPage({ id }: { id: number }) {
  const { data, error, refetch } = useQuery(oidcOpQuery(id));
  const mayChange = useMayChange();
  if (data) return <OidcEditor op={data} initial={toForm(data)} readOnly={!mayChange} />;
  return error ? <Problem id={id} error={error} onRetry={() => void refetch()} /> : <PagePending />;
}

function Problem({ id, error, onRetry }: { id: number; error: Error; onRetry(): void }) {
  if (isStatus(error, 404)) {
    return (
      <Page title={`There is no provider ${id}`}>
        <Text>
          It may have been deleted, or this service has no OIDC providers (they come with version 9.6.0).
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
        title={isStatus(error, 403) ? 'You may not see this provider' : 'The provider could not be loaded'}
        detail={[sentenceOf(error)]}
        onRetry={onRetry}
      />
    </Page>
  );
}
