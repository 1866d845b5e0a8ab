import { useQuery } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';
import { rejectionCodes, signInOutcomes } from '../../../../contract/activity/sign-in-events.ts';
import { currentMinute, isReference, signInQuery } from '../../../data/activity/filters.ts';
import { recentSignInsQuery, signInLog } from '../../../data/activity/logs.ts';
import { reasonOf } from '../../../data/activity/reasons.ts';
import { useRecordedName } from '../../../data/activity/use-log.ts';
import { oidcLoginsQuery } from '../../../data/session/queries.ts';
import { presetFilter } from '../log-filters.tsx';
import { LogPage, type LogViewProps } from '../log-page.tsx';
import { SignInChart } from './sign-in-chart.tsx';
import { outcomeText, signInColumns } from './sign-in-columns.tsx';
import { Text } from '@mantine/core';
import { errorProps } from '../../../data/access/error-props.tsx';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import type { FilterChoice } from '../../../ui/data-table/list-state.ts';
import { AnchorLink } from '../../../ui/links/links.tsx';
import { Section } from '../../../ui/section.tsx';

const outcomeFilter: FilterChoice = {
  id: 'outcome',
  label: 'Outcome',
  single: true,
  // A reason is one of rejections.
  replaces: ['code'],
  options: signInOutcomes.map((value) => ({ value, label: outcomeText(value) })),
};

/** Every attempt to sign in: who, how, from where, and why it was rejected. */
export function SignInsPage(view: LogViewProps) {
  const { state, onState } = view;
  const [now] = useState(currentMinute);
  const query = useMemo(() => signInQuery(state, now), [state, now]);
  const columns = useMemo(() => signInColumns(state), [state]);
  const { data: providers = [] } = useQuery(oidcLoginsQuery);
  const { user, oidc_op: provider, code, reference } = state;
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
      {...view}
      title="Sign-ins"
      log={signInLog}
      columns={columns}
      summary={
        <SignInChart
          filter={state}
          height={96}
          onChoose={(times) => onState((latest) => ({ ...latest, ...times }))}
        />
      }
      query={query}
      searches={[
        { id: 'login', label: 'Login' },
        {
          id: 'reference',
          label: 'Reference',
          error: reference === undefined || isReference(reference) ? undefined : 'Enter all 8 letters',
        },
      ]}
      filters={[
        outcomeFilter,
        {
          id: 'oidc_op',
          label: 'Provider',
          single: true,
          options: [
            ...providers.map(({ name, oidc_op_resource: value }) => ({ value, label: name })),
            ...(deleted === undefined ? [] : [{ value: deleted, label: deletedName ?? deleted }]),
          ],
        },
        ...presetFilter('code', 'Reason', reason, reason && reasonOf(reason)),
        ...presetFilter('user', 'User', user, userName),
      ]}
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
        <AnchorLink to="/activity" search={of} mt={8} display="inline-block">
          Show all sign-ins
        </AnchorLink>
      )}
    </Section>
  );
}
