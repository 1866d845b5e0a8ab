import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { rejectionCodes } from '../../../../contract/activity/sign-in-events.ts';
import {
  currentMinute,
  isReference,
  signInQuery,
  type SignInFilter,
} from '../../../data/activity/filters.ts';
import { signInLog } from '../../../data/activity/logs.ts';
import { reasonOf } from '../../../data/activity/reasons.ts';
import { useRecordedName } from '../../../data/activity/use-log.ts';
import { oidcLoginsQuery } from '../../../data/session/queries.ts';
import { ChoiceFilter, FilterChip, TextFilter, PeriodFilter } from '../log-filters.tsx';
import { LogPage, type OpenEntry } from '../log-page.tsx';
import { SignInChart } from './sign-in-chart.tsx';
import { outcomeText, signInColumns } from './sign-in-columns.tsx';

interface SignInsPageProps {
  filter: SignInFilter;
  onFilter(change: SignInFilter): void;
  /** Removes all filters. */
  onClear(): void;
  /** The open sign-in, if any. */
  entry: OpenEntry | undefined;
}

const outcomes = (['signed_in', 'rejected'] as const).map((value) => ({ value, label: outcomeText(value) }));

/** Every attempt to sign in: who, how, from where, and why it was rejected. */
export function SignInsPage({ filter, onFilter, onClear, entry }: SignInsPageProps) {
  const [now] = useState(currentMinute);
  const query = useMemo(() => signInQuery(filter, now), [filter, now]);
  const columns = useMemo(() => signInColumns(filter), [filter]);
  const { data: providers = [] } = useQuery(oidcLoginsQuery());
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
      onClear={Object.keys(query).length > 0 ? onClear : undefined}
      entry={entry}
      filters={
        <>
          <TextFilter label="Login" value={login} onChange={(text) => onFilter({ login: text })} />
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
            value={reference}
            error={reference === undefined || isReference(reference) ? undefined : 'Enter all 8 letters'}
            onChange={(text) => onFilter({ reference: text })}
          />
          {reason !== undefined && (
            <FilterChip
              label="Reason"
              value={reasonOf(reason)}
              onRemove={() => onFilter({ code: undefined })}
            />
          )}
          {user !== undefined && (
            <FilterChip
              label="User"
              value={userName ?? user}
              path={user}
              onRemove={() => onFilter({ user: undefined })}
            />
          )}
        </>
      }
    />
  );
}
