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

// Fetched when they are first opened: most visits never do.
const palette = () => import('./command-palette.tsx');
const CommandPalette = lazy(async () => ({ default: (await palette()).CommandPalette }));
const KeyboardHelp = lazy(() => import('./keyboard-help.tsx').then((m) => ({ default: m.KeyboardHelp })));
const NotificationHistory = lazy(() =>
  import('./notification-history.tsx').then((m) => ({ default: m.NotificationHistory })),
);

/** What can be open over the page. */
export type Overlay = 'palette' | 'help' | 'history' | 'jobs';

/** Something that the command palette offers. */
export interface PaletteItem {
  id: string;
  label: string;
  description?: string;
  run(): void;
}

/** Finds groups by text, and tells whether more are on their way. */
export interface FoundGroups {
  find(text: string): PaletteItem[];
  loading: boolean;
}

interface ShellProps {
  children: ReactNode;
  /** Absent where the service has no sign-out. */
  onSignOut: (() => void) | undefined;
  /** Hands what finds groups to the command palette, while that is open. */
  renderWithGroups(render: (groups: FoundGroups) => ReactNode): ReactNode;
  /** What follows the page's title in the breadcrumbs. */
  trail: ReactNode;
  /** What the palette offers beside the shell's own actions. */
  actions: readonly PaletteItem[];
  /** What every page says above its content. */
  banner: ReactNode;
  /** The panel with the jobs, while it is open. */
  renderJobs(onClose: () => void): ReactNode;
  /** The request inspector, while it is open. */
  renderInspector(onClose: () => void): ReactNode;
}

/** What surrounds every page: navigation, top bar, palette, help, notifications. */
export function Shell(props: ShellProps) {
  const { banner, children, onSignOut, renderWithGroups, trail, actions, renderJobs, renderInspector } =
    props;
  const [overlay, setOverlay] = useState<Overlay>();
  const [inspecting, setInspecting] = useState(false);
  const [singleKeys, setSingleKeys] = useSingleKeys();
  const followLink = useFollowLinks();
  const offline = useOffline();
  // What is not loaded yet comes as soon as it is, instead of after an empty place for it.
  const show = (next: Overlay) => startTransition(() => setOverlay(next));
  const close = () => setOverlay(undefined);
  useSingleKey('?', () => show('help'));
  // On its way before the second key, so that what is typed next is not lost.
  useWindowEvent('keydown', ({ key }) => {
    if (key === 'Control' || key === 'Meta') void palette();
  });
  // Also while typing in a field.
  useHotkeys(
    [
      [
        'mod+K',
        () => {
          // Over a dialog it would lead away from what is typed there.
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
        Skip to the content
      </a>
      <Navigation />
      <div className={classes.body}>
        <TopBar trail={trail} onSignOut={onSignOut} onOpen={show} onInspect={inspect} />
        {banner}
        {offline && (
          <div role="alert" className={classes.offline}>
            You are offline. Nothing can be loaded or saved until the connection is back.
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
                // What it has opened may already be on its way.
                onClose={() => setOverlay((now) => (now === 'palette' ? undefined : now))}
                renderWithGroups={renderWithGroups}
                actions={[
                  ...actions,
                  { id: 'jobs', label: 'Show running and finished jobs', run: () => show('jobs') },
                  { id: 'help', label: 'Show keyboard shortcuts', run: () => show('help') },
                  { id: 'inspector', label: 'Open the request inspector', run: inspect },
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
