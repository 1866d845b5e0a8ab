import { Group, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { OidcOp } from '../../../../contract/oidc/oidc-ops.ts';
import type { LastSignInTest } from '../../../../contract/oidc/sign-in-tests.ts';
import type { ListedWatch } from '../../../../contract/oidc/watch.ts';
import { watchText } from '../../../data/oidc/watches.ts';
import { WatchStatus } from '../watch/watch-status.tsx';
import type { Column } from '../../../ui/data-table/columns.ts';
import { twinDetails } from '../../../lib/matches.ts';
import { providerKind } from '../../../ui/provider-marks/provider-kind.ts';
import { ProviderMark } from '../../../ui/provider-marks/provider-mark.tsx';
import { RecordLockMark } from '../../../data/jobs/record-lock.tsx';
import { codeColumn, textColumn, timeColumn } from '../../../ui/data-table/time-column.tsx';
import { lastTestText } from '../../../data/oidc/sign-in-steps.ts';
import { SuspendedBadge } from '../../../data/access/suspended-badge.tsx';
import { LastTest } from '../sign-in-test/last-test.tsx';
import type { Filter } from '../../../ui/data-table/list-state.ts';

/**
 * The columns of the provider list.
 * @param ops all providers; those of one name show their paths
 * @param watches by the provider's path; missing if the service has none
 * @param lastTests by the provider's path; missing or null if the service doesn't list them
 */
export function providerColumns(
  ops: readonly OidcOp[],
  watches: ReadonlyMap<string, ListedWatch> | undefined,
  lastTests: ReadonlyMap<string, LastSignInTest> | null | undefined,
): Column<OidcOp>[] {
  const details = twinDetails(ops, 'name', 'resource');
  return [
    textColumn('name', 'Name', 'minmax(144px, 1.6fr)', (op) => op.name, {
      sort: true,
      cell: (op) => (
        <Group component="span" wrap="nowrap" ta="left">
          <ProviderMark kind={providerKind(op.name, op.issuer, op.metadata_url)} />
          <Stack component="span" gap={0} miw={0}>
            <Link
              to="/oidc/$oidcOpId"
              params={{ oidcOpId: String(op.id) }}
              dir="auto"
              translate="no"
              title={op.name}
              className="clamped"
            >
              {op.name}
            </Link>
            {details(op) !== undefined && (
              <span translate="no" className="muted">
                {details(op)}
              </span>
            )}
            {watches?.get(op.resource)?.enabled === false && <SuspendedBadge />}
          </Stack>
          <RecordLockMark path={op.resource} />
        </Group>
      ),
    }),
    ...(watches ? [stateColumn(watches)] : []),
    { ...code('issuer', 'Issuer', 'minmax(136px, 2fr)', (op) => op.issuer, true), minor: true },
    { ...code('client_id', 'Client ID', 'minmax(104px, 1fr)', (op) => op.client_id, true), optional: true },
    codeColumn('scope', 'Scope', (op) => op.scope, 'minmax(104px, 1fr)'),
    { ...code('username_path', 'Username', 'minmax(160px, 1.2fr)', (op) => op.username_path), minor: true },
    textColumn(
      'logout_method',
      'Sign-out',
      'minmax(96px, auto)',
      ({ logout_method: method }) => signOuts.find(({ value }) => value === method)?.label ?? method,
      { minor: true },
    ),
    {
      ...timeColumn<OidcOp>('updated_at', 'Updated', (op) => op.updated_at),
      width: 'minmax(110px, auto)',
      minor: true,
    },
    textColumn(
      'secret_ends',
      'Secret ends on',
      '112px',
      (op) => watches?.get(op.resource)?.client_secret_ends_on ?? '',
      { sort: true, optional: true },
    ),
    ...(lastTests?.size ? [lastTestColumn(lastTests)] : []),
    codeColumn('path', 'Path', (op) => op.resource),
  ];
}

const signOuts = [
  { value: 'local', label: 'Offered' },
  { value: 'none', label: 'Not offered' },
];

function lastTestColumn(tests: ReadonlyMap<string, LastSignInTest>): Column<OidcOp> {
  return textColumn(
    'last_test',
    'Last test',
    'minmax(120px, 1fr)',
    (op) => lastTestText(tests.get(op.resource), op),
    {
      cell: (op) => {
        const test = tests.get(op.resource);
        return test && <LastTest test={test} op={op} />;
      },
    },
  );
}

function code(
  id: string,
  header: string,
  width: string,
  text: (op: OidcOp) => string,
  sort?: true,
): Column<OidcOp> {
  return textColumn(id, header, width, text, {
    ...(sort && { sort }),
    cell: (op) => (
      <code translate="no" className="clamped" title={text(op)}>
        {text(op)}
      </code>
    ),
  });
}

function stateColumn(watches: ReadonlyMap<string, ListedWatch>): Column<OidcOp> {
  const watchOf = (op: OidcOp) => watches.get(op.resource);
  return textColumn('state', 'State', 'minmax(272px, 1.6fr)', (op) => watchText(watchOf(op)), {
    sort: true,
    cell: (op) => <WatchStatus watch={watchOf(op)} />,
  });
}

/**
 * The filters of the provider list.
 * @param lastTests by the provider's path; missing or null if the service doesn't list them
 */
export function providerFilters(
  lastTests: ReadonlyMap<string, LastSignInTest> | null | undefined,
): readonly Filter<OidcOp>[] {
  const signOut: Filter<OidcOp> = {
    id: 'sign_out',
    label: 'Sign-out',
    options: signOuts,
    valuesOf: ({ logout_method: method }) => [method],
  };
  if (!lastTests) return [signOut];
  const lastTest: Filter<OidcOp> = {
    id: 'last_test',
    label: 'Last test',
    options: [
      { value: 'passed', label: 'Passed' },
      { value: 'failed', label: 'Failed' },
      { value: 'unfinished', label: 'Unfinished' },
      { value: 'none', label: 'Not tested' },
    ],
    valuesOf: ({ resource }) => [lastTests.get(resource)?.outcome ?? 'none'],
  };
  return [lastTest, signOut];
}
