import { Anchor, Stack, Text } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { alertStates, alertTypes, type Alert } from '../../../../contract/activity/alerts.ts';
import {
  alertDestinationsQuery,
  alertsQuery,
  resultOf,
  titleOf,
  useTestAlert,
} from '../../../data/activity/alerts.ts';
import { errorProps } from '../../../data/access/error-props.tsx';
import { WholeTable } from '../../../data/whole-table.tsx';
import type { Column } from '../../../ui/data-table/columns.ts';
import type { Filter } from '../../../ui/data-table/list-state.ts';
import { codeColumn, textColumn, timeColumn } from '../../../ui/data-table/time-column.tsx';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Name } from '../../../ui/name.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { useRights } from '../../../data/service/rights.ts';
import { msg } from '../../../lib/text.ts';
import { ErrorView } from '../../../ui/error-view.tsx';
import { Page } from '../../../ui/page.tsx';
import { RecordLink } from '../../../data/activity/record-link.tsx';

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
  textColumn('state', 'Delivery', '110px', ({ state }) => stateLabels[state], { sort: true }),
  textColumn('attempts', 'Attempts', '90px', ({ attempts }) => String(attempts)),
  timeColumn('delivered', 'Delivered', ({ delivered_at: at }) => at ?? ''),
  codeColumn('id', 'ID', ({ id }) => id, 'minmax(140px, 1fr)'),
];

const keyOf = ({ id }: Alert) => id;

/** The alerts of the last days, how far their delivery is, and whether they arrive. */
export function AlertsPage() {
  const { data, error, refetch } = useSuspenseQuery(alertsQuery);
  const { providers: readsDestinations, editProviders } = useRights();
  const destinations = useQuery({ ...alertDestinationsQuery, enabled: readsDestinations });
  const test = useTestAlert();
  const isUnset = destinations.data?.length === 0;
  return (
    <Page
      title="Alerts"
      type="list"
      help={chapter}
      actions={
        editProviders &&
        destinations.data &&
        !isUnset && (
          <ActionButton loading={test.isPending} onClick={() => test.mutate()}>
            Send a test alert
          </ActionButton>
        )
      }
    >
      {destinations.data?.map((destination) =>
        destination.failing_since === null ? (
          <Text key={destination.name} role="status">
            Alerts are sent to <Name>{destination.name}</Name>
          </Text>
        ) : (
          <ErrorView
            key={destination.name}
            title={msg`Alerts don't arrive at ${destination.name}`}
            detail={[resultOf(destination)]}
          >
            <Text c="dimmed">
              <RelativeTime at={new Date(destination.failing_since)} isStart />
            </Text>
          </ErrorView>
        ),
      )}
      <WholeTable
        id="alert"
        label="Alerts"
        noun="alert"
        items={data}
        columns={columns}
        keyOf={keyOf}
        filters={filters}
        error={error ? errorProps(error, refetch) : undefined}
        empty={isUnset ? <NobodyIsNotified /> : <Text>No alerts in the last two days</Text>}
      />
    </Page>
  );
}

function NobodyIsNotified() {
  return (
    <Stack gap={4} maw="65ch">
      <Text fw={600}>Nobody is notified when sign-ins fail</Text>
      <Text>
        Alerts can go to a chat or an on-call service, also when a provider breaks, a client secret ends or a
        job fails. To get them, set <code translate="no">ALERT_WEBHOOK_URL</code>:{' '}
        <Anchor href={`/-/docs/guide/${chapter}`} target="_blank">
          Get alerts
        </Anchor>
      </Text>
    </Stack>
  );
}
