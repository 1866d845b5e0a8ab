import { Notifications } from '@mantine/notifications';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useOffline } from './use-offline.ts';
import { KeyboardHelp } from './keyboard-help.tsx';
import { Navigation } from './navigation.tsx';
import { NotificationHistory } from './notification-history.tsx';
import { RouteAnnouncer } from './route-announcer.tsx';
import classes from './shell.module.css';
import { TopBar } from './top-bar.tsx';

const CommandPalette = lazy(() =>
  import('./command-palette.tsx').then((m) => ({ default: m.CommandPalette })),
);

/** Something that the command palette offers. */
export interface PaletteItem {
  id: string;
  label: string;
  description?: string;
  run(): void;
}

interface ShellProps {
  children: ReactNode;
  onSignOut(): void;
  /** Finds groups, for the command palette. */
  findGroups(text: string): PaletteItem[];
}

/** What surrounds every page: navigation, top bar, palette, help, notifications. */
export function Shell({ children, onSignOut, findGroups }: ShellProps) {
  const [helpOpened, setHelpOpened] = useState(false);
  const [historyOpened, setHistoryOpened] = useState(false);
  const offline = useOffline();
  return (
    <div className={classes.shell}>
      <a className={classes.skip} href="#main">
        Skip to the content
      </a>
      <Navigation />
      <div className={classes.body}>
        <TopBar
          onSignOut={onSignOut}
          onHelp={() => setHelpOpened(true)}
          onHistory={() => setHistoryOpened(true)}
        />
        {offline && (
          <div role="alert" className={classes.offline}>
            You are offline. Nothing can be loaded or saved until the connection is back.
          </div>
        )}
        <main id="main" tabIndex={-1} className={classes.main}>
          {children}
        </main>
      </div>
      <RouteAnnouncer />
      <Notifications position="bottom-right" limit={4} />
      <KeyboardHelp
        opened={helpOpened}
        onOpen={() => setHelpOpened(true)}
        onClose={() => setHelpOpened(false)}
      />
      <NotificationHistory opened={historyOpened} onClose={() => setHistoryOpened(false)} />
      <Suspense fallback={null}>
        <CommandPalette
          findGroups={findGroups}
          actions={[
            { id: 'help', label: 'Show keyboard shortcuts', run: () => setHelpOpened(true) },
            { id: 'history', label: 'Show notifications', run: () => setHistoryOpened(true) },
            { id: 'sign-out', label: 'Sign out', run: onSignOut },
          ]}
        />
      </Suspense>
    </div>
  );
}
