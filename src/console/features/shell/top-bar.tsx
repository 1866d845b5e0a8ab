import { ActionIcon, Button, Group, Kbd, Menu, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import { openOverlay, setInspectorOpen } from '../../data/overlays.ts';
import { useSignOut } from '../../data/session/use-sign-out.ts';
import { useJobs } from '../../data/jobs/job-store.ts';
import { isRunning } from '../../data/jobs/tracked-job.ts';
import { useSession } from '../../data/session/use-session.ts';
import { BellIcon, CheckIcon, JobsIcon, SearchIcon } from '../../ui/icons.tsx';
import { Breadcrumbs } from './breadcrumbs.tsx';
import { colorSchemes } from './color-schemes.ts';
import { ConnectionBadge } from './connection-badge.tsx';
import classes from './shell.module.css';
import { GroupBreadcrumbs } from './group-breadcrumbs.tsx';
import { Name } from '../../ui/name.tsx';
import { shortcuts } from '../../lib/shortcuts.ts';
import { isolate } from '../../lib/text.ts';

/** Breadcrumbs, search, connection, jobs, notifications and the user menu. */
export function TopBar() {
  return (
    <section aria-label="Tools" className={classes.top}>
      <Breadcrumbs>
        <GroupBreadcrumbs />
      </Breadcrumbs>
      <Button
        variant="default"
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
      <Group gap="sm" wrap="nowrap">
        <ConnectionBadge />
        <JobsButton />
        <ActionIcon
          variant="subtle"
          color="gray"
          size={32}
          aria-label="Notifications"
          onClick={() => openOverlay('notifications')}
        >
          <BellIcon />
        </ActionIcon>
        <UserMenu />
      </Group>
    </section>
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

function UserMenu() {
  const { user } = useSession();
  const signOut = useSignOut();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <UnstyledButton className={classes.user} aria-label={`User ${isolate(user.login)}`}>
          <span className={classes.avatar} aria-hidden="true">
            {user.login.slice(0, 2).toUpperCase()}
          </span>
          <span className={classes.login}>{user.login}</span>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Name>{user.login}</Name> in <Name>{user.group.name}</Name>
        </Menu.Label>
        {colorSchemes.map(({ value, label }) => (
          <Menu.Item
            key={value}
            aria-current={colorScheme === value ? true : undefined}
            rightSection={colorScheme === value && <CheckIcon />}
            onClick={() => setColorScheme(value)}
          >
            {label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item
          rightSection={<Kbd size="xs">{shortcuts.inspector}</Kbd>}
          onClick={() => setInspectorOpen(true)}
        >
          Request inspector
        </Menu.Item>
        <Menu.Item rightSection={<Kbd size="xs">{shortcuts.help}</Kbd>} onClick={() => openOverlay('help')}>
          Keyboard shortcuts
        </Menu.Item>
        {signOut && <Menu.Item onClick={() => void signOut()}>Sign out</Menu.Item>}
      </Menu.Dropdown>
    </Menu>
  );
}
