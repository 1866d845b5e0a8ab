import { useDocumentVisibility, useHotkeys, useLocalStorage, useWindowEvent } from '@mantine/hooks';
import { Notifications } from '@mantine/notifications';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { Navigation } from './navigation.tsx';
import { RouteAnnouncer } from './route-announcer.tsx';
import classes from './shell.module.css';
import { TopBar } from './top-bar.tsx';
import { useOffline } from './use-offline.ts';

// Fetched when they are first opened: most visits never do.
const CommandPalette = lazy(() =>
  import('./command-palette.tsx').then((m) => ({ default: m.CommandPalette })),
);
const KeyboardHelp = lazy(() => import('./keyboard-help.tsx').then((m) => ({ default: m.KeyboardHelp })));
const NotificationHistory = lazy(() =>
  import('./notification-history.tsx').then((m) => ({ default: m.NotificationHistory })),
);

const successMilliseconds = 6_000;

/** What can be open over the page. */
export type Overlay = 'palette' | 'help' | 'history' | 'jobs';

/** Something that the command palette offers. */
export interface PaletteItem {
  id: string;
  label: string;
  description?: string;
  run(): void;
}

interface ShellProps {
  children: ReactNode;
  /** Absent where the service has no sign-out. */
  onSignOut: (() => void) | undefined;
  /** Finds groups, for the command palette. */
  findGroups(text: string): PaletteItem[];
  /** What the palette offers beside the shell's own actions. */
  actions: readonly PaletteItem[];
  /** The panel with the jobs, while it is open. */
  renderJobs(onClose: () => void): ReactNode;
}

/** What surrounds every page: navigation, top bar, palette, help, notifications. */
export function Shell({ children, onSignOut, findGroups, actions, renderJobs }: ShellProps) {
  const [overlay, setOverlay] = useState<Overlay>();
  const [singleKeys, setSingleKeys] = useLocalStorage({ key: 'palisade-single-keys', defaultValue: true });
  const offline = useOffline();
  const visible = useDocumentVisibility() === 'visible';
  const close = () => setOverlay(undefined);
  useWindowEvent('keydown', (event) => {
    // By the character, because the key that gives it depends on the keyboard's layout.
    if (event.key === '?' && singleKeys && !isField(event.target)) setOverlay('help');
  });
  // Also while typing in a field.
  useHotkeys([['mod+K', () => setOverlay('palette')]], []);
  return (
    <div className={classes.shell}>
      <a className={classes.skip} href="#main">
        Skip to the content
      </a>
      <Navigation />
      <div className={classes.body}>
        <TopBar onSignOut={onSignOut} onOpen={setOverlay} />
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
      <Notifications
        position="bottom-right"
        limit={4}
        // What is told while nobody looks waits until somebody does.
        autoClose={visible ? successMilliseconds : false}
      />
      <Suspense fallback={null}>
        {overlay === 'help' && (
          <KeyboardHelp singleKeys={singleKeys} onSingleKeys={setSingleKeys} onClose={close} />
        )}
        {overlay === 'history' && <NotificationHistory onClose={close} />}
        {overlay === 'jobs' && renderJobs(close)}
        {overlay === 'palette' && (
          <CommandPalette
            onClose={close}
            findGroups={findGroups}
            actions={[
              ...actions,
              { id: 'jobs', label: 'Show running and finished jobs', run: () => setOverlay('jobs') },
              { id: 'help', label: 'Show keyboard shortcuts', run: () => setOverlay('help') },
              { id: 'history', label: 'Show notifications', run: () => setOverlay('history') },
              ...(onSignOut ? [{ id: 'sign-out', label: 'Sign out', run: onSignOut }] : []),
            ]}
          />
        )}
      </Suspense>
    </div>
  );
}

function isField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
