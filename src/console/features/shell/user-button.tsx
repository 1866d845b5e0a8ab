import { UnstyledButton } from '@mantine/core';
import { useDeferredValue, useState, type ComponentPropsWithRef } from 'react';
import { useSession } from '../../data/session/use-session.ts';
import { lazyComponent, preload } from '../../lib/lazy-component.ts';
import { isolate } from '../../lib/text.ts';
import classes from './shell.module.css';

const loadMenu = () => import('./user-menu.tsx');
const UserMenu = lazyComponent(loadMenu, 'UserMenu');

/** Opens the user menu, whose code is loaded when it's about to be used. */
export function UserButton() {
  const [requested, setRequested] = useState(false);
  // Deferred, so that the button stays until the menu is loaded.
  const ready = useDeferredValue(requested);
  if (ready) return <UserMenu Target={Target} />;
  return (
    <Target
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={() => preload(loadMenu)}
      onFocus={() => preload(loadMenu)}
      onClick={() => setRequested(true)}
    />
  );
}

function Target(props: ComponentPropsWithRef<'button'>) {
  const { login } = useSession().user;
  return (
    <UnstyledButton {...props} className={classes.user} aria-label={`User ${isolate(login)}`}>
      <span className={classes.avatar} aria-hidden="true">
        {login.slice(0, 2).toUpperCase()}
      </span>
      <span className={classes.login}>{login}</span>
    </UnstyledButton>
  );
}
