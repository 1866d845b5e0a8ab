import { ActionIcon, Button, Group, Indicator, Kbd, UnstyledButton, ColorSwatch, Text } from '@mantine/core';
import { useHasUnread } from '../../data/notifications/history.ts';
import { openOverlay } from '../../data/overlays.ts';
import { useJobs } from '../../data/jobs/job-store.ts';
import { isRunning } from '../../data/jobs/tracked-job.ts';
import { JobsIcon, SearchIcon, icon } from '../../ui/icons.tsx';
import classes from './shell.module.css';
import { shortcuts } from '../../data/shortcuts.ts';
import { UserMenu } from './user-menu.tsx';
import { useQuery } from '@tanstack/react-query';
import { connectionOf } from '../../data/session/connection.ts';
import { gatewayQuery } from '../../data/session/queries.ts';
import { useAvailability } from '../../data/session/use-availability.ts';
import { Link, useRouterState } from '@tanstack/react-router';
import { useRecordName } from '../../ui/use-title.ts';
import { parentPage } from './pages/parent-page.ts';
import { GroupBreadcrumbs } from '../../data/groups/group-breadcrumbs.tsx';

const BellIcon = icon('M6 16V11a6 6 0 1 1 12 0v5l2 2H4zm4 5h4');

/** Breadcrumbs, search, connection, jobs, notifications and the user menu. */
export function TopBar() {
  return (
    <header className={classes.top}>
      <Breadcrumbs />
      <Button
        size="sm"
        className={classes.search}
        leftSection={<SearchIcon />}
        rightSection={
          <Kbd size="xs" className={classes.wide}>
            {shortcuts.palette}
          </Kbd>
        }
        aria-label="Search or run a command"
        onClick={() => openOverlay('palette')}
      >
        <span className={classes.wide}>Search or run…</span>
      </Button>
      <Group gap="sm" wrap="nowrap" miw={0}>
        <ConnectionBadge />
        <JobsButton />
        <NotificationsButton />
        <UserMenu />
      </Group>
    </header>
  );
}

/** Opens the notifications; a dot says that there are new ones. */
function NotificationsButton() {
  const unread = useHasUnread();
  return (
    <Indicator disabled={!unread} size={8} offset={7}>
      <ActionIcon
        size={32}
        aria-label={`Notifications${unread ? ', some are new' : ''}`}
        onClick={() => openOverlay('notifications')}
      >
        <BellIcon />
      </ActionIcon>
    </Indicator>
  );
}

/** Opens the job panel; shows how many jobs are running and how many have failed. */
function JobsButton() {
  const jobs = useJobs();
  const failed = jobs.filter((job) => job.phase === 'failed').length;
  const running = jobs.filter(isRunning).length;
  const counts = [running > 0 ? `${running} running` : '', failed > 0 ? `${failed} failed` : ''].filter(
    Boolean,
  );
  return (
    <UnstyledButton
      className={classes.jobs}
      aria-label={`Show jobs${counts.length > 0 ? `: ${counts.join(', ')}` : ''}`}
      onClick={() => openOverlay('jobs')}
    >
      <JobsIcon />
      {running > 0 && <span className={classes.running}>{running}</span>}
      {failed > 0 && <span className={classes.failed}>{failed}</span>}
    </UnstyledButton>
  );
}

const states = {
  good: { color: 'dimmed', dot: '#16a34a' },
  warning: { color: 'var(--warning)', dot: '#d97706' },
  down: { color: 'var(--danger)', dot: '#dc2626' },
};

/** Shows the connected service, with a warning if it's down or the connection is insecure, or that the browser is offline. */
function ConnectionBadge() {
  const { data: gateway } = useQuery(gatewayQuery);
  const availability = useAvailability();
  if (!gateway) return null;
  const { where, warning } = connectionOf(gateway);
  const isOffline = availability === 'offline';
  const state = availability === 'unavailable' ? 'down' : isOffline || warning ? 'warning' : 'good';
  const { color, dot } = states[state];
  const problem = { available: warning, unavailable: 'unavailable', offline: undefined }[availability];
  const shown = isOffline ? 'offline' : where;
  return (
    <Text component="span" className={classes.badge} c={color} role="status" aria-label="Connection">
      <ColorSwatch
        component="span"
        size={8}
        mr={6}
        flex="none"
        withShadow={false}
        color={dot}
        aria-hidden="true"
      />
      <Text component="span" inherit truncate maw={200} title={shown}>
        {shown}
      </Text>
      {problem && `: ${problem}`}
    </Text>
  );
}

/** The path to the current page and the record it shows. */
function Breadcrumbs() {
  const name = useRecordName();
  const pages = useRouterState({
    select: (state) =>
      state.matches
        .filter(({ staticData }) => staticData.title !== undefined)
        .flatMap(({ staticData: { title }, pathname }) => {
          const parent = parentPage(pathname);
          const page = { title, to: pathname, showsRecord: parent?.showsRecord ?? false };
          return parent ? [{ ...parent, showsRecord: false }, page] : [page];
        }),
    structuralSharing: true,
  });
  if (pages.length === 0) return null;
  return (
    <nav aria-label="Breadcrumbs" className={classes.crumbs}>
      <ol>
        {pages.map(({ title, to, showsRecord }, index) => (
          <li key={to}>
            <Link
              to={to}
              activeOptions={{ exact: true, includeSearch: false }}
              translate={showsRecord && name ? 'no' : undefined}
              search={(old) => (index === pages.length - 1 ? old : {})}
            >
              {(showsRecord && name) || title}
            </Link>
          </li>
        ))}
        <GroupBreadcrumbs />
      </ol>
    </nav>
  );
}
