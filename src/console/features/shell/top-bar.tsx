import {
  ActionIcon,
  Badge,
  Button,
  Group,
  Kbd,
  Menu,
  UnstyledButton,
  useMantineColorScheme,
} from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useJobs } from '../../jobs/track-job.ts';
import { useSession } from '../../session/use-session.ts';
import { BellIcon, CheckIcon, SearchIcon } from '../../ui/icons.tsx';
import { ConnectionBadge } from './connection-badge.tsx';
import classes from './shell.module.css';
import type { Overlay } from './shell.tsx';

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

interface TopBarProps {
  onSignOut: (() => void) | undefined;
  onOpen(overlay: Overlay): void;
}

/** Search, connection, running jobs, notifications and the user. */
export function TopBar({ onSignOut, onOpen }: TopBarProps) {
  const running = useJobs().filter((job) => !job.status.finished && !job.removed).length;
  return (
    <section aria-label="Tools" className={classes.top}>
      <Button
        variant="default"
        className={classes.search}
        leftSection={<SearchIcon />}
        rightSection={
          <Kbd size="xs" className={classes.wide}>
            {isMac ? '⌘ K' : 'Ctrl K'}
          </Kbd>
        }
        aria-label="Search or run a command"
        onClick={() => onOpen('palette')}
      >
        <span className={classes.wide}>Search or run…</span>
      </Button>
      <Group gap="sm" wrap="nowrap">
        <ConnectionBadge />
        {running > 0 && (
          <Badge component={Link} to="/jobs" variant="light">
            {running} running
          </Badge>
        )}
        <ActionIcon
          variant="subtle"
          color="gray"
          size={32}
          aria-label="Notifications"
          onClick={() => onOpen('history')}
        >
          <BellIcon />
        </ActionIcon>
        <UserMenu onSignOut={onSignOut} onOpen={onOpen} />
      </Group>
    </section>
  );
}

const schemes = [
  { value: 'light', label: 'Light theme' },
  { value: 'dark', label: 'Dark theme' },
  { value: 'auto', label: 'System theme' },
] as const;

function UserMenu({ onSignOut, onOpen }: TopBarProps) {
  const { user } = useSession();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <UnstyledButton className={classes.user} aria-label={`User ${user.login}`}>
          <span className={classes.avatar} aria-hidden="true">
            {user.login.slice(0, 2).toUpperCase()}
          </span>
          <span className={classes.login}>{user.login}</span>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {user.login} of {user.group.name}
        </Menu.Label>
        {schemes.map(({ value, label }) => (
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
        <Menu.Item onClick={() => onOpen('help')}>Keyboard shortcuts</Menu.Item>
        {onSignOut && <Menu.Item onClick={onSignOut}>Sign out</Menu.Item>}
      </Menu.Dropdown>
    </Menu>
  );
}
