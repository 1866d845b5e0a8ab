import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { emptyForm, toForm } from '../../../data/oidc/form-values.ts';
import { oidcOpQuery } from '../../../data/oidc/providers.ts';
import { useLocks } from '../../../data/jobs/locks.ts';
import { useRights } from '../../../data/service/rights.ts';
import { useVisit } from '../../../data/places/places.ts';
import type { RenderTab } from './editor.tsx';
import { OidcEditor } from './editor.tsx';

/** The form of a new provider. */
export function NewOidcOpPage() {
  return <OidcEditor op={undefined} initial={emptyForm} readOnly={false} />;
}

/** The form of a new provider, filled with another one's values. */
export function CopyOidcOpPage({ id }: { id: number }) {
  const { data } = useSuspenseQuery(oidcOpQuery(id));
  const copied = data.name;
  const copy = { ...toForm(data), name: `${copied} (copy)` };
  return <OidcEditor op={undefined} initial={copy} copiedFrom={copied} readOnly={false} />;
}

/** The form of an existing provider. */
export function EditOidcOpPage({ id, renderTab }: { id: number; renderTab: RenderTab }) {
  const { data } = useSuspenseQuery(oidcOpQuery(id));
  const { editProviders: canEdit } = useRights();
  useVisit(`/oidc/${id}`, data.name);
  const lock = useLocks().get(data.resource);
  const [startedLocked] = useState(lock !== undefined);
  return (
    <OidcEditor
      // Once a job has ended, a draft that it didn't save is restored.
      key={String(startedLocked && !lock)}
      op={data}
      initial={toForm(data)}
      readOnly={!canEdit || lock !== undefined}
      lock={lock}
      renderTab={renderTab}
    />
  );
}
