import { useHotkeys, useWindowEvent } from '@mantine/hooks';
import { lazy, startTransition, Suspense, useState, type ReactNode } from 'react';
import { useOffline } from '../../lib/use-offline.ts';
import { useSingleKey, useSingleKeys } from '../../lib/single-keys.ts';
import { ReturnFocus } from '../../ui/dialog/return-focus.tsx';
import { useFollowLinks } from './follow-links.ts';
import { Navigation } from './navigation.tsx';
import { NotificationContainer } from './notification-container.tsx';
import { RouteAnnouncer } from './route-announcer.tsx';
import classes from './shell.module.css';
import { TopBar } from './top-bar.tsx';

// Loaded when first opened: most visits never do.
const palette = () => import('./command-palette.tsx');
const CommandPalette = lazy(async () => ({ default: (await palette()).CommandPalette }));
const KeyboardHelp = lazy(() => import('./keyboard-help.tsx').then((m) => ({ default: m.KeyboardHelp })));
const NotificationHistory = lazy(() =>
  import('./notification-history.tsx').then((m) => ({ default: m.NotificationHistory })),
);

/** What can be open over the page. */
export type Overlay = 'palette' | 'help' | 'history' | 'jobs';

/** An entry of the command palette. */
export interface PaletteItem {
  id: string;
  label: string;
  description?: string;
  run(): void;
}

/** Finds groups by text; `loading` while there may be more. */
export interface FoundGroups {
  find(text: string): PaletteItem[];
  loading: boolean;
}

interface ShellProps {
  children: ReactNode;
  /** Undefined if the service doesn't offer sign-out. */
  onSignOut: (() => void) | undefined;
  /** Passes the group search to the command palette while it's open. */
  renderWithGroups(render: (groups: FoundGroups) => ReactNode): ReactNode;
  /** Breadcrumbs after the page's title. */
  trail: ReactNode;
  /** Palette actions besides the shell's own. */
  actions: readonly PaletteItem[];
  /** Shown above every page's content. */
  banner: ReactNode;
  /** The panel with the jobs, while it is open. */
  renderJobs(onClose: () => void): ReactNode;
  /** The request inspector, while it is open. */
  renderInspector(onClose: () => void): ReactNode;
}

/** The frame around every page: navigation, top bar, palette, help, notifications. */
export function Shell(props: ShellProps) {
  const { banner, children, onSignOut, renderWithGroups, trail, actions, renderJobs, renderInspector } =
    props;
  const [overlay, setOverlay] = useState<Overlay>();
  const [inspecting, setInspecting] = useState(false);
  const [singleKeys, setSingleKeys] = useSingleKeys();
  const followLink = useFollowLinks();
  const offline = useOffline();
  // A transition, so that nothing flashes while the code loads.
  const show = (next: Overlay) => startTransition(() => setOverlay(next));
  const close = () => setOverlay(undefined);
  useSingleKey('?', () => show('help'));
  // Loaded before the second key is pressed, so that no typing is lost.
  useWindowEvent('keydown', ({ key }) => {
    if (key === 'Control' || key === 'Meta') void palette();
  });
  // Also while typing in a field.
  useHotkeys(
    [
      [
        'mod+K',
        () => {
          // Not over a dialog: navigating away would lose its input.
          if (overlay || !document.querySelector('[aria-modal=true]')) show('palette');
        },
      ],
      ['mod+shift+I', () => setInspecting((open) => !open)],
    ],
    [],
  );
  const inspect = () => setInspecting(true);
  return (
    <div className={classes.shell} onClick={followLink}>
      <a className={classes.skip} href="#main">
        Skip to content
      </a>
      <Navigation />
      <div className={classes.body}>
        <TopBar trail={trail} onSignOut={onSignOut} onOpen={show} onInspect={inspect} />
        {banner}
        {offline && (
          <div role="alert" className={classes.offline}>
            You are offline. You can’t load or save anything until you’re back online.
          </div>
        )}
        <main id="main" tabIndex={-1} className={classes.main}>
          {children}
        </main>
        <Suspense fallback={null}>
          {inspecting && <ReturnFocus>{renderInspector(() => setInspecting(false))}</ReturnFocus>}
        </Suspense>
      </div>
      <RouteAnnouncer />
      <NotificationContainer />
      <Suspense fallback={null}>
        {overlay && (
          <ReturnFocus key={overlay}>
            {overlay === 'help' && (
              <KeyboardHelp singleKeys={singleKeys} onSingleKeys={setSingleKeys} onClose={close} />
            )}
            {overlay === 'history' && <NotificationHistory onClose={close} />}
            {overlay === 'jobs' && renderJobs(close)}
            {overlay === 'palette' && (
              <CommandPalette
                // Its action may already have opened another overlay.
                onClose={() => setOverlay((now) => (now === 'palette' ? undefined : now))}
                renderWithGroups={renderWithGroups}
                actions={[
                  ...actions,
                  { id: 'jobs', label: 'Show jobs', run: () => show('jobs') },
                  { id: 'help', label: 'Show keyboard shortcuts', run: () => show('help') },
                  { id: 'inspector', label: 'Open request inspector', run: inspect },
                  { id: 'history', label: 'Show notifications', run: () => show('history') },
                  ...(onSignOut ? [{ id: 'sign-out', label: 'Sign out', run: onSignOut }] : []),
                ]}
              />
            )}
          </ReturnFocus>
        )}
      </Suspense>
    </div>
  );
}
