import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './overrides.css';
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { usePrinting } from '../../lib/browser-state.ts';
import { theme } from './theme.tsx';

const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
// The dialogs' scroll lock reads its style nonce from here (get-nonce).
Object.assign(globalThis, { __webpack_nonce__: nonce });
const colorSchemeManager = localStorageColorSchemeManager({ key: 'palisade-color-scheme' });

/** Mantine with our theme and its styles. */
export function Mantine({ children }: { children: ReactNode }) {
  // A menu gets the focus a moment after it's opened, so that Escape may still be pressed on its button.
  useWindowEvent('keydown', (event) => {
    if (event.key !== 'Escape' || !(event.target instanceof HTMLElement)) return;
    if (!event.target.matches('[aria-haspopup=menu][aria-expanded=true]')) return;
    event.preventDefault();
    event.target.click();
  });
  const printing = usePrinting();
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      colorSchemeManager={colorSchemeManager}
      getStyleNonce={() => nonce}
      // Dark backgrounds waste ink, and browsers leave them out below light text.
      {...(printing && { forceColorScheme: 'light' })}
    >
      {children}
      <Popovers />
    </MantineProvider>
  );
}

/**
 * Where menus and lists of options are rendered: in the first one on the page. Inside the page's main landmark, so that
 * screen readers that move by landmarks find them.
 */
export function Popovers() {
  return <div data-popovers />;
}
