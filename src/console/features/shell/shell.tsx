import { useHotkeys, useWindowEvent } from '@mantine/hooks';
import { Suspense, type ComponentType, type ReactNode } from 'react';
import {
  closeOverlay,
  openOverlay,
  useOverlay,
  type OpenedOverlay,
  type Overlay,
} from '../../data/overlays.ts';
import { useSingleKey } from '../../lib/single-keys.ts';
import { useIdle } from '../../lib/slices/use-idle.ts';
import { useReady } from '../../lib/slices/use-ready.ts';
import { useOffline } from '../../lib/use-offline.ts';
import { useBackCloses } from '../../ui/dialog/layers.ts';
import { KeptFocus } from '../../ui/focus/kept-focus.tsx';
import { ReturnFocus } from '../../ui/focus/return-focus.tsx';
import { Popovers } from '../../ui/mantine/popovers.tsx';
import { useFollowLinks } from './follow-links.ts';
import { Navigation } from './navigation.tsx';
import { RouteAnnouncer } from './route-announcer.tsx';
import classes from './shell.module.css';
import { TopBar } from './top-bar.tsx';
import { lazyComponent, preload } from '../../lib/lazy-component.ts';

type Panel = ComponentType<{ onClose(): void }>;

// Loaded when first opened: most visits never do.
const palette = () => import('./palette/command-palette.tsx');
const ownOverlays = {
  palette: lazyComponent(palette, 'CommandPalette'),
  help: lazyComponent(() => import('./keyboard-help.tsx'), 'KeyboardHelp'),
  notifications: lazyComponent(() => import('./notification-history.tsx'), 'NotificationHistory'),
};

// Notifications of the first moments wait for it.
const NotificationContainer = lazyComponent(
  () => import('./notification-container.tsx'),
  'NotificationContainer',
);

interface ShellProps {
  children: ReactNode;
  /** Shown above every page's content. */
  banner: ReactNode;
  /** The overlays of other features. */
  overlays: Record<Exclude<Overlay, keyof typeof ownOverlays>, Panel>;
  /** Shown at the bottom of the page. */
  inspector: ReactNode;
}

/** The frame around every page: navigation, top bar, palette, help, notifications. */
export function Shell({ banner, children, overlays, inspector }: ShellProps) {
  const requested = useOverlay();
  const overlay = useReady(requested);
  const panels = { ...ownOverlays, ...overlays };
  const followLink = useFollowLinks();
  const idle = useIdle();
  const offline = useOffline();
  useSingleKey('?', () => openOverlay('help'));
  // Loaded before the second key is pressed, so that no typing is lost.
  useWindowEvent('keydown', ({ key }) => {
    if (key === 'Control' || key === 'Meta') preload(palette);
  });
  // Also while typing in a field.
  useHotkeys(
    [
      [
        'mod+K',
        () => {
          // Not over a dialog: navigating away would lose its input. An overlay that's still leaving isn't one.
          if (requested || overlay || !document.querySelector('[aria-modal=true]')) openOverlay('palette');
        },
      ],
    ],
    [],
  );
  return (
    <div className={classes.shell} onClick={followLink}>
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <Navigation />
      <div className={classes.body}>
        <TopBar />
        {banner}
        {offline && (
          <div role="alert" className={classes.offline}>
            You are offline. You can’t load or save anything until you’re back online.
          </div>
        )}
        <main id="main" tabIndex={-1} className={classes.main}>
          {children}
          <Popovers />
        </main>
        {inspector}
      </div>
      <RouteAnnouncer />
      <KeptFocus />
      <Suspense fallback={null}>{idle && <NotificationContainer />}</Suspense>
      <Suspense fallback={null}>
        {overlay && <OpenOverlay key={overlay.key} overlay={overlay} Panel={panels[overlay.name]} />}
      </Suspense>
    </div>
  );
}

function OpenOverlay({ overlay, Panel }: { overlay: OpenedOverlay; Panel: Panel }) {
  const close = () => closeOverlay(overlay);
  useBackCloses(close);
  return (
    <ReturnFocus>
      <Panel onClose={close} />
    </ReturnFocus>
  );
}
