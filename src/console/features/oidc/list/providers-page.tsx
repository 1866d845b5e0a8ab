import { Menu, Stack, Text } from '@mantine/core';
import { Page } from '../../../ui/page.tsx';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { OidcOp } from '../../../../contract/oidc/oidc-ops.ts';
import { sentenceOf } from '../../../data/notifications/notify.ts';
import { useLocks } from '../../../data/jobs/job-store.ts';
import { useCopyEntry } from './use-copy-entry.ts';
import { WholeTable } from '../../../data/whole-table.tsx';
import { SuspendButton, SuspensionItem } from './suspend-button.tsx';
import { DeleteOidcOp, DeleteProviders } from './delete-oidc-op.tsx';
import type { Selected } from '../../../ui/data-table/selection.ts';
import { providerColumns, providerFilters } from './provider-columns.tsx';
import { oidcOpsQuery } from '../../../data/oidc/providers.ts';
import { polled } from '../../../api/retries.ts';
import { lastSignInTestsQuery } from '../../../data/oidc/sign-in-tests.ts';
import { useWatches } from '../../../data/oidc/watches.ts';
import { useRights } from '../../../data/service/rights.ts';
import { ButtonLink, MenuLink } from '../../../ui/links/links.tsx';

/** The list of providers that users can sign in through. */
export function ProvidersPage() {
  const { data, error } = useSuspenseQuery({ ...oidcOpsQuery, ...polled });
  const { editProviders: canEdit } = useRights();
  const { ops } = data;
  return (
    <Page
      title="OIDC providers"
      type="list"
      help="providers"
      actions={ops.length > 0 && canEdit && <NewProvider />}
    >
      {error && (
        <Text c="var(--danger)" role="alert">
          This list may be out of date: {sentenceOf(error)}
        </Text>
      )}
      {ops.length === 0 ? <Empty canEdit={canEdit} /> : <Loaded ops={ops} canEdit={canEdit} />}
    </Page>
  );
}

function NewProvider({ first = false }: { first?: boolean }) {
  return (
    <ButtonLink to="/oidc/new" variant="filled" size="sm">
      {first ? 'Add the first provider' : 'New provider'}
    </ButtonLink>
  );
}

interface LoadedProps {
  ops: readonly OidcOp[];
  canEdit: boolean;
}

function Loaded({ ops, canEdit }: LoadedProps) {
  const [deleting, setDeleting] = useState<OidcOp>();
  const [suspending, setSuspending] = useState<OidcOp>();
  const [selected, setSelected] = useState<Selected<OidcOp>>();
  const { data: lastTests } = useQuery(lastSignInTestsQuery);
  const watches = useWatches();
  const columns = useMemo(() => providerColumns(ops, watches, lastTests), [ops, watches, lastTests]);
  const filters = useMemo(() => providerFilters(lastTests), [lastTests]);
  return (
    <>
      <WholeTable
        id="provider"
        label="OIDC providers"
        noun="provider"
        items={ops}
        initial={byName}
        columns={columns}
        keyOf={keyOf}
        filters={filters}
        rowHeight="auto"
        bulkAction={canEdit ? { verb: 'Delete', start: setSelected } : undefined}
        renderMenu={
          canEdit
            ? (op) => <ProviderMenu op={op} onSuspend={setSuspending} onDelete={setDeleting} />
            : undefined
        }
      />
      {deleting && <DeleteOidcOp op={deleting} onClose={() => setDeleting(undefined)} />}
      {suspending && <SuspendButton op={suspending} onClose={() => setSuspending(undefined)} />}
      {selected && <DeleteProviders {...selected} onClose={() => setSelected(undefined)} />}
    </>
  );
}

const byName = { sort: 'name' };

const keyOf = (op: OidcOp) => String(op.id);

interface ProviderMenuProps {
  op: OidcOp;
  onSuspend(op: OidcOp): void;
  onDelete(op: OidcOp): void;
}

function ProviderMenu({ op, onSuspend, onDelete }: ProviderMenuProps) {
  const locked = useLocks().has(op.resource);
  const copyEntry = useCopyEntry();
  return (
    <>
      <MenuLink to="/oidc/$oidcOpId" params={{ oidcOpId: String(op.id) }}>
        Edit
      </MenuLink>
      <MenuLink to="/oidc/new" search={{ from: op.id }}>
        Duplicate
      </MenuLink>
      <Menu.Item onClick={() => copyEntry(op)}>Copy as file entry</Menu.Item>
      <SuspensionItem op={op} onChoose={() => onSuspend(op)} />
      <Menu.Item c="var(--danger)" disabled={locked} onClick={() => onDelete(op)}>
        Delete
      </Menu.Item>
    </>
  );
}

function Empty({ canEdit }: { canEdit: boolean }) {
  return (
    <Stack gap={12} align="flex-start" maw="60ch" py={24}>
      <Text size="md" fw={600}>
        No providers yet
      </Text>
      <Text size="md" c="dimmed">
        A provider, such as Keycloak, Microsoft Entra ID or Okta, lets users sign in with an account they
        already have. Each one gets a button on the sign-in page.
      </Text>
      {canEdit && <NewProvider first />}
    </Stack>
  );
}
