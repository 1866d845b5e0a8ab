import { Kbd, Menu, UnstyledButton, Avatar } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { inspectorOpen, openOverlay } from '../../data/overlays.ts';
import { useSession } from '../../data/session/use-session.ts';
import { useSignOut } from '../../data/session/use-sign-out.ts';
import { ariaKeys, shortcuts } from '../../data/shortcuts.ts';
import { msg } from '../../lib/text.ts';
import { MenuLink } from '../../ui/links/links.tsx';
import { Name } from '../../ui/name.tsx';
import classes from './shell.module.css';

/** The account, preferences, help, and signing out. */
export function UserMenu() {
  const { user } = useSession();
  const signOut = useSignOut();
  const { pathname } = useLocation();
  return (
    // Back closes it with its page.
    <Menu key={pathname}>
      <Menu.Target>
        <UnstyledButton className={classes.user} aria-label={msg`User ${user.login}`}>
          <Avatar component="span" aria-hidden="true">
            {user.login.slice(0, 2).toUpperCase()}
          </Avatar>
          <span className={classes.login} translate="no">
            {user.login}
          </span>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Name>{user.login}</Name> in <Name>{user.group.name}</Name>
        </Menu.Label>
        <MenuLink to="/account">Account</MenuLink>
        <MenuLink to="/preferences">Preferences</MenuLink>
        <Menu.Divider />
        {[
          { label: 'Request inspector', shortcut: shortcuts.inspector, run: () => inspectorOpen.set(true) },
          { label: 'Keyboard shortcuts', shortcut: shortcuts.help, run: () => openOverlay('help') },
        ].map(({ label, shortcut, run }) => (
          <Menu.Item
            key={label}
            aria-keyshortcuts={ariaKeys(shortcut)}
            rightSection={
              <Kbd size="xs" aria-hidden="true">
                {shortcut}
              </Kbd>
            }
            onClick={run}
          >
            {label}
          </Menu.Item>
        ))}
        {signOut && <Menu.Item onClick={() => void signOut()}>Sign out</Menu.Item>}
      </Menu.Dropdown>
    </Menu>
  );
}
