import { useQuery } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';
import { rejectionCodes } from '../../../../contract/activity/sign-in-events.ts';
import {
  currentMinute,
  isReference,
  signInQuery,
  type SignInFilter,
} from '../../../data/activity/filters.ts';
import { recentSignInsQuery, signInLog } from '../../../data/activity/logs.ts';
import { reasonOf } from '../../../data/activity/reasons.ts';
import { useRecordedName } from '../../../data/activity/use-log.ts';
import { oidcLoginsQuery } from '../../../data/session/queries.ts';
import { ChoiceFilter, TextFilter, PeriodFilter } from '../log-filters.tsx';
import { LogPage, type LogViewProps } from '../log-page.tsx';
import { SignInChart } from './sign-in-chart.tsx';
import { outcomeText, signInColumns } from './sign-in-columns.tsx';
import { Text } from '@mantine/core';
import { errorProps } from '../../../data/error-props.tsx';
import { msg } from '../../../lib/text.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { FilterChip } from '../../../ui/data-table/toolbar.tsx';
import { AnchorLink } from '../../../ui/links/links.tsx';
import { Section } from '../../../ui/section.tsx';

const outcomes = (['signed_in', 'rejected'] as const).map((value) => ({ value, label: outcomeText(value) }));

/** Every attempt to sign in: who, how, from where, and why it was rejected. */
export function SignInsPage({ filter, onFilter, onClear, entry }: LogViewProps<SignInFilter>) {
  const [now] = useState(currentMinute);
  const query = useMemo(() => signInQuery(filter, now), [filter, now]);
  const columns = useMemo(() => signInColumns(filter), [filter]);
  const { data: providers = [] } = useQuery(oidcLoginsQuery);
  const { login, user, oidc_op: provider, outcome, code, reference } = filter;
  const userName = useRecordedName(signInLog, 'user', query['user'], ({ login: name }) => name);
  const deleted = providers.some((each) => each.oidc_op_resource === provider) ? undefined : provider;
  const deletedName = useRecordedName(
    signInLog,
    'oidc_op',
    deleted && query['oidc_op'],
    ({ oidc_op_name: name }) => name,
  );
  const reason = rejectionCodes.find((each) => each === code);
  return (
    <LogPage
      title="Sign-ins"
      log={signInLog}
      columns={columns}
      summary={<SignInChart filter={filter} height={88} onChoose={onFilter} />}
      query={query}
      onClear={onClear}
      entry={entry}
      filters={
        <>
          <TextFilter label="Login" search={login} onSearch={(text) => onFilter({ login: text })} />
          <ChoiceFilter
            label="Outcome"
            any="Any outcome"
            choices={outcomes}
            value={outcome}
            onChange={(value) => onFilter({ outcome: value, code: undefined })}
          />
          <ChoiceFilter
            label="Provider"
            any="Any method"
            choices={[
              ...providers.map(({ name, oidc_op_resource: value }) => ({ value, label: name })),
              ...(deleted === undefined ? [] : [{ value: deleted, label: deletedName ?? deleted }]),
            ]}
            value={provider}
            onChange={(value) => onFilter({ oidc_op: value })}
          />
          <PeriodFilter value={filter} onChange={onFilter} />
          <TextFilter
            label="Reference"
            search={reference}
            error={reference === undefined || isReference(reference) ? undefined : 'Enter all 8 letters'}
            onSearch={(text) => onFilter({ reference: text })}
          />
          {reason !== undefined && (
            <FilterChip text={`Reason: ${reasonOf(reason)}`} onRemove={() => onFilter({ code: undefined })} />
          )}
          {user !== undefined && (
            <FilterChip
              text={msg`User: ${userName ?? user}`}
              title={user}
              onRemove={() => onFilter({ user: undefined })}
            />
          )}
        </>
      }
    />
  );
}

interface RecentSignInsProps {
  /** Whose they are, by their path. */
  kind: 'user' | 'oidc_op';
  path: string;
  actions?: ReactNode;
}

/** The most recent sign-ins of a user, or through a provider. */
export function RecentSignIns({ kind, path, actions }: RecentSignInsProps) {
  const of = useMemo(() => ({ [kind]: path }), [kind, path]);
  const { data, error, refetch } = useQuery(recentSignInsQuery(of));
  // It would say the same in each row.
  const without = kind === 'user' ? 'login' : 'method';
  const columns = useMemo(() => signInColumns(of).filter(({ id }) => id !== without), [of, without]);
  return (
    <Section id="recent-sign-ins" title="Recent sign-ins" mb={8} actions={data && actions}>
      <DataTable
        id="recent-sign-in"
        label="Recent sign-ins"
        noun="sign-in"
        rows={data?.entries}
        columns={columns}
        keyOf={signInLog.keyOf}
        error={error && errorProps(error, refetch)}
        empty={<Text>No sign-ins recorded yet</Text>}
      />
      {data && !data.complete && (
        <AnchorLink to="/activity" search={of} mt={8}>
          Show all sign-ins
        </AnchorLink>
      )}
    </Section>
  );
}
