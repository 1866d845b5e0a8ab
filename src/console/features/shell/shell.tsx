import { useDocumentVisibility } from '@mantine/hooks';
import {
  useDeferredValue,
  useEffect,
  useState,
  type ComponentType,
  type ReactNode,
  type MouseEvent,
} from 'react';
import { TableHead } from '../../ui/item-list/table-head.tsx';
import { guideUrl } from '../../../contract/gateway.ts';
import { notify } from '../../data/notifications/notify.ts';
import { closeOverlay, openOverlay, useOverlay, type Overlay } from '../../data/overlays.ts';
import { goTo, shortcutHelp } from '../../data/shortcuts.ts';
import { formatTime } from '../../lib/preferences/zoned-time.ts';
import { useKeySequence, useShortcut, useSingleKey, singleKeys } from '../../lib/keys.ts';
import { checkStorage, readStored, storageFails, writeStored } from '../../lib/stored-value.ts';
import { useStore } from '../../lib/store.ts';
import { useOffline, usePrinting } from '../../lib/browser-state.ts';
import { useBackCloses } from '../../ui/dialog/layers.ts';
import { connectionOf } from '../../data/session/connection.ts';
import { gatewayQuery } from '../../data/session/queries.ts';
import { useSession } from '../../data/session/use-session.ts';
import { Name } from '../../ui/name.tsx';
import { useQuery } from '@tanstack/react-query';
import { KeptFocus } from '../../ui/focus/kept-focus.tsx';
import { openDialog, ReturnFocus } from '../../ui/focus/return-focus.tsx';
import { Popovers } from '../../ui/mantine/mantine.tsx';
import { Navigation, SubpageRow } from './navigation.tsx';
import { RouteAnnouncer, toList } from './route-announcer.tsx';
import classes from './shell.module.css';
import { TopBar } from './top-bar.tsx';
import { NotificationHistory } from './notification-history.tsx';
import { CommandPalette } from './palette/command-palette.tsx';
import { Notifications } from '@mantine/notifications';
import { CatchBoundary, useNavigate, useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { Button, Group, Kbd, Modal, Table, Box, Switch, type SwitchProps } from '@mantine/core';
import { hasNewVersion } from '../../api/new-version.ts';
import { withoutDescription } from '../../ui/dialog/dialog.tsx';

type Panel = ComponentType<{ onClose(): void }>;

const ownOverlays = { palette: CommandPalette, help: KeyboardHelp, notifications: NotificationHistory };

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
  const overlay = useOverlay();
  const panels = { ...ownOverlays, ...overlays };
  const followLink = useFollowLinks();
  const offline = useOffline();
  const printing = usePrinting();
  useSingleKey('?', () => openOverlay('help'));
  const openPalette = () => {
    // Not over a dialog: navigating away would lose its input.
    if (overlay || !openDialog()) openOverlay('palette');
  };
  useShortcut('k', openPalette);
  useSingleKey('/', () => {
    const search = document.querySelector<HTMLElement>('main [data-search]');
    if (search) search.focus();
    else openPalette();
  });
  const navigate = useNavigate();
  useKeySequence('g', new Map(goTo.map(({ key, to }) => [key, () => void navigate({ to, ...toList() })])));
  return (
    <div className={classes.shell} role="presentation" onClick={followLink}>
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <Navigation />
      <div className={classes.body}>
        <TopBar />
        {banner}
        {offline && (
          <div role="alert" className={classes.notice}>
            You are offline. You can't load or save anything until you're back online.
          </div>
        )}
        <NewVersionNotice />
        <SubpageRow />
        {printing && <PrintHeader />}
        <main id="main" tabIndex={-1} className={classes.main}>
          {children}
          <Popovers />
        </main>
        {inspector}
      </div>
      <RouteAnnouncer />
      <KeptFocus />
      <NotificationContainer />
      <StorageNotice />
      <UpgradeNotice />
      {overlay && <OpenOverlay key={overlay} name={overlay} Panel={panels[overlay]} />}
    </div>
  );
}

function OpenOverlay({ name, Panel }: { name: Overlay; Panel: Panel }) {
  const close = () => closeOverlay(name);
  useBackCloses(close);
  return (
    <ReturnFocus>
      <CatchBoundary getResetKey={() => name} errorComponent={OverlayError}>
        <Panel onClose={close} />
      </CatchBoundary>
    </ReturnFocus>
  );
}

/** What a printed page was printed from, by whom and when. */
function PrintHeader() {
  const { data: gateway } = useQuery(gatewayQuery);
  const { user } = useSession();
  const [at] = useState(Date.now);
  return (
    <Box component="p" px={24} c="dimmed" fz={12}>
      Palisade · {gateway && connectionOf(gateway).where} · <Name>{user.login}</Name> ·{' '}
      {formatTime(at, { dateStyle: 'long', timeStyle: 'long' })}
    </Box>
  );
}

/** Offers to reload once the gateway has another version. Unsaved changes are kept, or the browser asks first. */
function NewVersionNotice() {
  if (!useStore(hasNewVersion)) return null;
  return (
    <Group role="status" gap={12} className={classes.notice}>
      A new version is here. Reload to use it: some parts of this one can't be opened anymore.
      <Button onClick={() => location.reload()}>Reload</Button>
    </Group>
  );
}

/** Says once that this browser stores nothing, or no more. */
function StorageNotice() {
  const fails = useStore(storageFails);
  useEffect(checkStorage, []);
  useEffect(() => {
    if (fails)
      notify.success(
        "This browser doesn't store the console's data",
        'Preferences and unsaved changes last until you reload or close this tab.',
        { id: 'storage' },
      );
  }, [fails]);
  return null;
}

const versionKey = 'palisade-version';

/** Says once after an upgrade what's new. A browser's first visit isn't one. */
function UpgradeNotice() {
  const version = useQuery(gatewayQuery).data?.product_version;
  useEffect(() => {
    if (version === undefined) return;
    const last = readStored(versionKey);
    if (last === version) return;
    writeStored(versionKey, version);
    if (last !== null)
      notify.success(`What's new in version ${version}`, '', { id: 'upgrade', link: `${guideUrl}changelog` });
  }, [version]);
  return null;
}

/** Closes an overlay that can't be shown, and keeps the page. */
function OverlayError({ error }: ErrorComponentProps) {
  const overlay = useOverlay();
  useEffect(() => {
    notify.error("Couldn't open this", error);
    if (overlay) closeOverlay(overlay);
    // Once, for the overlay that failed.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [error]);
  return null;
}

const successMilliseconds = 6_000;

/** The notifications in the corner of the page. */
function NotificationContainer() {
  const visible = useDocumentVisibility() === 'visible';
  // After the page: it renders a list for each corner.
  const isPageDrawn = useDeferredValue(true, false);
  if (!isPageDrawn) return null;
  return (
    <Notifications
      position="bottom-right"
      limit={4}
      // Notifications stay open while the tab is hidden.
      autoClose={visible ? successMilliseconds : false}
    />
  );
}

/**
 * Follows plain links to our own pages without reloading the application, so that `ui` components don't need the router.
 */
function useFollowLinks() {
  const router = useRouter();
  return (event: MouseEvent) => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const path = link?.getAttribute('href') ?? '';
    // `/-/` and `/api/` belong to the gateway.
    if (!link || link.target || link.download || !/^\/(?!\/|-\/|api\/)/.test(path)) return;
    event.preventDefault();
    router.history.push(path);
  };
}

/** Lists the keyboard shortcuts, on `?`. Single-key shortcuts can be turned off (WCAG 2.1.4). */
function KeyboardHelp({ onClose }: { onClose(): void }) {
  return (
    <Modal opened onClose={onClose} title="Keyboard shortcuts" size="lg" attributes={withoutDescription}>
      <Table verticalSpacing={6} aria-label="Shortcuts">
        <TableHead columns={['Key', 'Action']} />
        <Table.Tbody>
          {shortcutHelp.map(([keys, what]) => (
            <Table.Tr key={keys}>
              <Table.Th scope="row" fw="inherit">
                <Kbd style={{ whiteSpace: 'nowrap' }}>{keys}</Kbd>
              </Table.Th>
              <Table.Td>{what}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <SingleKeysSwitch mt="md" />
    </Modal>
  );
}

/** Turns shortcuts of one key on and off (WCAG 2.1.4). */
export function SingleKeysSwitch(props: Pick<SwitchProps, 'mt'>) {
  const checked = useStore(singleKeys);
  return (
    <Switch
      {...props}
      label="Single-key shortcuts"
      checked={checked}
      onChange={(event) => singleKeys.set(event.currentTarget.checked)}
    />
  );
}
