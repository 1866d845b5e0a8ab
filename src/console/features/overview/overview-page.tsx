import { Box, Paper, Stack, Text, ThemeIcon } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { type CurrentPlace, placeKinds, useCurrentPlaces } from '../../data/places/use-current-places.ts';
import classes from './overview.module.css';
import { AlertIcon, CloseIcon, JobsIcon } from '../../ui/icons.tsx';
import { ButtonLink } from '../../ui/links/links.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { type AttentionItem, joined, useAttention } from './attention.ts';
import { errorProps } from '../../data/access/error-props.tsx';
import { Refusal } from '../../data/access/refusal.tsx';
import { useRights } from '../../data/service/rights.ts';
import { connectionText } from '../../data/session/connection.ts';
import { gatewayQuery } from '../../data/session/queries.ts';
import { useAvailability } from '../../data/session/use-availability.ts';
import { useSession } from '../../data/session/use-session.ts';
import { EndsSoon } from './ends-soon.tsx';
import { ErrorView } from '../../ui/error-view.tsx';
import { Page } from '../../ui/page.tsx';
import { Disclosure } from '../../ui/section.tsx';
import { formatNumber } from '../../lib/text.ts';
import { CountLinks, useCounts, useGrowth } from './count-links.tsx';
import { stepsOf, GettingStarted } from './getting-started-card.tsx';

interface OverviewPageProps {
  /** How sign-ins went. */
  signIns: ReactNode;
  /** What was changed recently. */
  recentChanges: ReactNode;
}

/** The start page: what needs attention, what happened, how much there is, and where the user left off. */
export function OverviewPage({ signIns, recentChanges }: OverviewPageProps) {
  const { holds } = useSession();
  const { editProviders: canEditProviders } = useRights();
  const counts = useCounts();
  const recent = useCurrentPlaces();
  const steps = stepsOf(counts, {
    group: holds('group', 'rw'),
    provider: canEditProviders,
    user: holds('group_admin', 'rw'),
  });
  const hasNothing = Object.values(counts).every((value) => value === undefined);
  // Who may see which entries: docs/decisions.md, "Activity".
  const seesSignIns = counts.users !== undefined || counts.providers !== undefined;
  const seesChanges = seesSignIns || counts.groups !== undefined;
  const growth = useGrowth(seesChanges);
  return (
    <Page title="Overview" type="list" help="console#read-the-overview" actions={<Connection />}>
      <CountLinks counts={counts} growth={growth} />
      {hasNothing && (
        <Refusal
          heading="Your roles don't grant access yet"
          detail={['You need a role with access to groups, providers or users.']}
        />
      )}
      <div className={classes.columns}>
        <Stack gap={24}>
          {steps && <GettingStarted steps={steps} />}
          {!hasNothing && (
            <NeedsAttention withProviders={counts.providers !== undefined}>
              {seesSignIns && signIns}
            </NeedsAttention>
          )}
        </Stack>
        <Stack gap={24}>
          {seesChanges && recentChanges}
          <EndsSoon withProviders={counts.providers !== undefined} />
          <PlaceList id="recent" title="Where you left off" places={recent.slice(0, maxRecent)} />
        </Stack>
      </div>
    </Page>
  );
}

const maxItems = 5;
const maxRecent = 6;

function Connection() {
  const { data: gateway } = useQuery(gatewayQuery);
  const availability = useAvailability();
  if (!gateway) return null;
  return (
    <Text c="dimmed" py={6}>
      {availability === 'offline' ? "You're offline" : connectionText(gateway)}
      {availability === 'unavailable' && ', unavailable'} · Palisade Console {gateway.product_version}
    </Text>
  );
}

/** @param children what's below, which appears where it stays: after the first check */
function NeedsAttention({ withProviders, children }: { withProviders: boolean; children: ReactNode }) {
  const { items, checking, failed } = useAttention(withProviders);
  const [isChecked, setIsChecked] = useState(false);
  if (!checking && !isChecked) setIsChecked(true);
  return (
    <>
      <section aria-labelledby="attention">
        <h2 id="attention">
          Needs attention {items.length > 0 && <span className="muted">{items.length}</span>}
        </h2>
        {/* Usually for the same reason. */}
        {failed[0] && (
          <ErrorView
            title={`Couldn't load ${joined(failed.map(({ what }) => what))}`}
            {...errorProps(failed[0].query.error, () => failed.map(({ query }) => query.refetch()))}
          />
        )}
        <AttentionList items={items.slice(0, maxItems)} />
        {items.length > maxItems && (
          <Disclosure summary={`${formatNumber(items.length - maxItems)} more`}>
            <AttentionList items={items.slice(maxItems)} />
          </Disclosure>
        )}
        <Box component="p" className="muted" mt={8} fz={13}>
          {checking ? 'Checking…' : items.length === 0 && failed.length === 0 && 'Nothing needs attention.'}
        </Box>
      </section>
      <div className={isChecked ? undefined : classes.late}>{children}</div>
    </>
  );
}

const looks = {
  bad: { Icon: CloseIcon, word: 'Problem', color: 'var(--danger)' },
  warning: { Icon: AlertIcon, word: 'Warning', color: 'var(--warning)' },
  busy: { Icon: JobsIcon, word: 'In progress', color: 'var(--accent)' },
} as const;

/** What needs attention, a card for each cause, with a link to where it's solved. */
function AttentionList({ items }: { items: readonly AttentionItem[] }) {
  if (items.length === 0) return null;
  return (
    <Stack component="ul" gap={8} p={0} m={0} aria-labelledby="attention">
      {items.map(({ id, tone, title, detail, at, atLabel, isStart, address, search, action = 'Review' }) => {
        const { Icon, word, color } = looks[tone];
        return (
          <Paper
            key={id}
            component="li"
            className={classes.cause}
            withBorder
            bg="var(--surface)"
            data-tone={tone}
          >
            <ThemeIcon size={18} radius={9} mt={1} color={color} c="var(--page)">
              <Icon role="img" aria-hidden={undefined} aria-label={word} width={12} height={12} />
            </ThemeIcon>
            <Box flex={1} miw={0}>
              <Box fz={14} fw={600}>
                {title}
              </Box>
              <div className="muted">
                {detail}
                {at && (
                  <>
                    {' · '}
                    {atLabel} <RelativeTime at={at} isEnd isStart={isStart} />
                  </>
                )}
              </div>
            </Box>
            {address !== undefined && (
              <ButtonLink to={address} search={search ?? {}}>
                {action}
                <span className="visually-hidden">: {title}</span>
              </ButtonLink>
            )}
          </Paper>
        );
      })}
    </Stack>
  );
}

interface PlaceListProps {
  id: string;
  title: string;
  places: readonly CurrentPlace[];
}

/** Links to records, with the place of each group. */
function PlaceList({ id, title, places }: PlaceListProps) {
  if (places.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul className={classes.places}>
        {places.map(({ address, name, path, kind }) => {
          const { Icon, word } = placeKinds[kind];
          return (
            <li key={address}>
              <Link to={address} className={classes.place} title={[path, name].filter(Boolean).join(' › ')}>
                <Icon role="img" aria-hidden={undefined} aria-label={word} />
                <span className={classes.name} dir="auto" translate="no">
                  {name}
                </span>
                {path && (
                  <span className={classes.path} translate="no">
                    {path}
                  </span>
                )}
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
