import { Anchor, Stack, Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { alertStates, alertTypes, type Alert } from '../../../../contract/activity/alerts.ts';
import { alertsQuery, titleOf } from '../../../data/activity/alerts.ts';
import { errorProps } from '../../../data/error-props.tsx';
import { WholeTable } from '../../../data/whole-table.tsx';
import type { Column } from '../../../ui/data-table/columns.ts';
import type { Filter } from '../../../ui/data-table/list-state.ts';
import { codeColumn, textColumn, timeColumn } from '../../../ui/data-table/time-column.tsx';
import { Page } from '../../../ui/page.tsx';
import { RecordLink } from '../../../data/record-link.tsx';

const chapter = 'administrator#get-alerts';

const typeLabels: Record<Alert['type'], string> = {
  'provider.rejections': 'Rejected sign-ins',
  'provider.metadata_changed': 'Metadata changed',
  'provider.broken': 'Provider broken',
  'provider.recovered': 'Provider recovered',
  'credential.ends': 'Credential ends',
  'job.failed': 'Job failed',
  'administrator.last_changed': 'Last administrator changed',
};
const stateLabels: Record<Alert['state'], string> = {
  pending: 'Waiting',
  retrying: 'Retrying',
  delivered: 'Delivered',
  given_up: 'Given up',
};

const filters: Filter<Alert>[] = [
  {
    id: 'type',
    label: 'Alert',
    options: alertTypes.map((value) => ({ value, label: typeLabels[value] })),
    valuesOf: ({ type }) => [type],
  },
  {
    id: 'state',
    label: 'Delivery',
    options: alertStates.map((value) => ({ value, label: stateLabels[value] })),
    valuesOf: ({ state }) => [state],
  },
];

const columns: Column<Alert>[] = [
  timeColumn('at', 'Time', ({ at }) => at),
  textColumn('type', 'Alert', 'minmax(180px, 1.5fr)', ({ type }) => typeLabels[type], { sort: true }),
  textColumn('about', 'About', 'minmax(160px, 2fr)', titleOf, {
    sort: true,
    verbatim: true,
    cell: (alert) => <RecordLink path={alert.resource} name={titleOf(alert)} />,
  }),
  textColumn('state', 'Delivery', '110px', ({ state }) => stateLabels[state], {
    sort: true,
    cell: ({ state }) => (
      <Text component="span" inherit c={state === 'given_up' ? 'var(--danger)' : 'inherit'}>
        {stateLabels[state]}
      </Text>
    ),
  }),
  textColumn('attempts', 'Attempts', '90px', ({ attempts }) => String(attempts)),
  timeColumn('next', 'Next attempt', ({ next_attempt_at: at }) => at ?? ''),
  timeColumn('delivered', 'Delivered', ({ delivered_at: at }) => at ?? ''),
  codeColumn('id', 'ID', ({ id }) => id, 'minmax(140px, 1fr)'),
];

const keyOf = ({ id }: Alert) => id;

/** The alerts of the last days, and how far their delivery is. */
export function AlertsPage() {
  const { data, error, refetch } = useSuspenseQuery(alertsQuery);
  return (
    <Page title="Alerts" type="list" help={chapter}>
      <WholeTable
        id="alert"
        label="Alerts"
        noun="alert"
        items={data}
        columns={columns}
        keyOf={keyOf}
        filters={filters}
        error={error ? errorProps(error, refetch) : undefined}
        empty={
          <Stack gap={4}>
            <Text>No alerts in the last two days</Text>
            <Text c="dimmed">
              They're sent to <code translate="no">ALERT_WEBHOOK_URL</code>, if it's set:{' '}
              <Anchor href={`/-/docs/guide/${chapter}`} target="_blank">
                Get alerts
              </Anchor>
            </Text>
          </Stack>
        }
      />
    </Page>
  );
}
