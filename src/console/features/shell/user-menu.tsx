import { Kbd, Menu, useMantineColorScheme } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef, type ComponentPropsWithRef, type ComponentType } from 'react';
import { openOverlay, setInspectorOpen } from '../../data/overlays.ts';
import { useSession } from '../../data/session/use-session.ts';
import { useSignOut } from '../../data/session/use-sign-out.ts';
import { ariaKeys, shortcuts } from '../../data/shortcuts.ts';
import { CheckIcon } from '../../ui/icons.tsx';
import { Name } from '../../ui/name.tsx';
import { colorSchemes } from './color-schemes.ts';

interface UserMenuProps {
  /** The button that opens it. */
  Target: ComponentType<ComponentPropsWithRef<'button'>>;
}

/** The theme, help, and signing out. Opens immediately, because it's mounted when its button is clicked. */
export function UserMenu({ Target }: UserMenuProps) {
  const { user } = useSession();
  const signOut = useSignOut();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { pathname } = useLocation();
  const target = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // Its predecessor had the focus.
    target.current?.focus();
    // Opens the menu afterwards, so that it returns the focus when it's closed.
    const timer = setTimeout(() => target.current?.click());
    return () => clearTimeout(timer);
  }, []);
  return (
    // Back closes it with its page.
    <Menu key={pathname}>
      <Menu.Target>
        <Target ref={target} />
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
        {[
          { label: 'Request inspector', shortcut: shortcuts.inspector, run: () => setInspectorOpen(true) },
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
