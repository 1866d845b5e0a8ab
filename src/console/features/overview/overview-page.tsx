import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { problemOf } from '../../data/problem-of.ts';
import { useRights } from '../../data/service/rights.ts';
import { useCurrentPlaces } from '../../data/places/use-current-places.ts';
import { connectionText } from '../../data/session/connection.ts';
import { gatewayQuery } from '../../data/session/queries.ts';
import { useAvailability } from '../../data/session/use-availability.ts';
import { useSession } from '../../data/session/use-session.ts';
import { count } from '../../lib/text.ts';
import { ErrorView } from '../../ui/error-view.tsx';
import { Page } from '../../ui/page.tsx';
import { attentionStatus, list } from './attention-status.ts';
import { AttentionList } from './attention-list.tsx';
import { CountLinks } from './count-links.tsx';
import { stepsOf } from './getting-started.ts';
import { GettingStarted } from './getting-started-card.tsx';
import classes from './overview.module.css';
import { PlaceList } from './place-list.tsx';
import { useAttention } from './use-attention.ts';
import { useCounts } from './use-counts.ts';
import { UnreadRecords } from '../../ui/item-list/unread-records.tsx';

interface OverviewPageProps {
  /** Sections about the logs. @param visible which entries the user may see */
  renderActivity(visible: { signIns: boolean; changes: boolean }): ReactNode;
}

/** The start page: what needs attention, what happened, how much there is, and where the user left off. */
export function OverviewPage({ renderActivity }: OverviewPageProps) {
  const { holds } = useSession();
  const { editProviders: canEditProviders } = useRights();
  const counts = useCounts();
  const { recent, favorites } = useCurrentPlaces();
  const steps = stepsOf(counts, {
    group: holds('group', 'rw'),
    provider: canEditProviders,
    user: holds('group_admin', 'rw'),
  });
  const hasNothing = Object.values(counts).every((value) => value === undefined);
  // Who may see which entries: docs/decisions.md, "Activity".
  const signIns = counts.users !== undefined || counts.providers !== undefined;
  return (
    <Page title="Overview">
      <Connection />
      <CountLinks counts={counts} />
      {hasNothing && (
        <Text>
          Your roles don't grant access to groups, providers or users.{' '}
          <Link to="/access">View my access</Link>
        </Text>
      )}
      <div className={classes.columns}>
        <div className={classes.column}>
          {steps && <GettingStarted steps={steps} />}
          <NeedsAttention withProviders={counts.providers !== undefined} />
          {renderActivity({ signIns, changes: signIns || counts.groups !== undefined })}
        </div>
        <div className={classes.column}>
          <PlaceList id="recent" title="Pick up where you left off" places={recent.slice(0, maxRecent)} />
          <PlaceList id="favorites" title="Favorites" places={favorites} />
        </div>
      </div>
    </Page>
  );
}

const maxRecent = 6;

function Connection() {
  const { data: gateway } = useQuery(gatewayQuery());
  const availability = useAvailability();
  if (!gateway) return null;
  return (
    <Text c="dimmed">
      {availability === 'offline' ? "You're offline" : connectionText(gateway)}
      {availability === 'unavailable' && ', unavailable'} · Palisade Console {gateway.product_version}
    </Text>
  );
}

function NeedsAttention({ withProviders }: { withProviders: boolean }) {
  const attention = useAttention(withProviders);
  const { items, failed, unchecked, missing, unread } = attention;
  return (
    <section aria-labelledby="attention">
      <h2 id="attention">Needs attention</h2>
      {/* Usually for the same reason. */}
      {failed[0] && (
        <ErrorView
          title={`Couldn't load ${list.format(failed.map(({ what }) => what))}`}
          {...problemOf(failed[0].query.error, () => failed.map(({ query }) => query.refetch()))}
        />
      )}
      <AttentionList items={items} labelId="attention" />
      <p role="status" className={`note muted ${classes.checked}`}>
        {attentionStatus(attention)}
      </p>
      {missing > 0 && (
        <Text c="dimmed">The service didn't return {count(missing, 'provider')}, so there may be more.</Text>
      )}
      <UnreadRecords count={unread} />
      {unchecked > 0 && (
        <Text c="dimmed">
          The metadata of {count(unchecked, 'provider')} isn't checked automatically.{' '}
          <Link to="/oidc">Go to providers</Link>
        </Text>
      )}
    </section>
  );
}
