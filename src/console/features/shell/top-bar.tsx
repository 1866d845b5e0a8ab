import { ActionIcon, Badge, Button, Group, Kbd, Menu, useMantineColorScheme } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useJobs } from '../../jobs/track-job.ts';
import { useSession } from '../../session/use-session.ts';
import { BellIcon, CheckIcon, SearchIcon } from '../../ui/icons.tsx';
import { ConnectionBadge } from './connection-badge.tsx';
import classes from './shell.module.css';
import type { Overlay } from './shell.tsx';

interface TopBarProps {
  onSignOut(): void;
  onOpen(overlay: Overlay): void;
}

/** Search, connection, running jobs, notifications and the user. */
export function TopBar({ onSignOut, onOpen }: TopBarProps) {
  const running = useJobs().filter((job) => !job.status.finished && !job.removed).length;
  return (
    <section aria-label="Tools" className={classes.top}>
      <Button
        variant="default"
        size="xs"
        leftSection={<SearchIcon />}
        rightSection={
          <Kbd size="xs" className={classes.wide}>
            Ctrl K
          </Kbd>
        }
        onClick={() => onOpen('palette')}
      >
        Search or run
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
  { value: 'auto', label: 'Theme of the system' },
] as const;

function UserMenu({ onSignOut, onOpen }: TopBarProps) {
  const { user } = useSession();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button variant="subtle" color="gray" size="xs" aria-label={`User ${user.login}`}>
          {user.login}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {user.login}, {user.group.name}
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
        {user.logout?.method !== 'none' && <Menu.Item onClick={onSignOut}>Sign out</Menu.Item>}
      </Menu.Dropdown>
    </Menu>
  );
}
