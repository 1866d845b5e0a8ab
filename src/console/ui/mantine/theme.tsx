import { createTheme, colorsTuple, rem } from '@mantine/core';
import { AlertIcon } from '../icons.tsx';

/** Deep teal; white on shade 7, shade 7 on white and shade 4 on the dark background all pass AA. */
const teal = colorsTuple(
  '#ecfdfa #d3f5ef #a5e9df #72dacd #43c7b9 #1fada0 #128c82 #0f766e #115e58 #0b423e'.split(' '),
);

/** White on shade 7 passes AA, as with teal. */
const red = colorsTuple(
  '#fef2f2 #fee2e2 #fecaca #fca5a5 #f87171 #ef4444 #dc2626 #b91c1c #991b1b #7f1d1d'.split(' '),
);

/** The background is `#0f1416`; raised surfaces are lighter. */
const dark = colorsTuple(
  '#dde4e6 #b9c4c8 #97a5aa #6d7c82 #3d4a50 #2b363b #1e272b #141b1e #0f1416 #0a0e10'.split(' '),
);

/** In short windows, menus cover their button rather than end outside of the window. */
const withinWindow = { crossAxis: true, padding: 8, limiter: { fn: ({ x, y }: Coords) => ({ x, y }) } };

interface Coords {
  x: number;
  y: number;
}

/** Lists scroll themselves: a scrolling element around them couldn't be reached with the keyboard. */
const listbox = { defaultProps: { withScrollArea: false } };

/** The page doesn't scroll with what's in them. Locking it would compute all of its styles again. */
const dialog = {
  lockScroll: false,
  styles: { content: { overscrollBehavior: 'contain' } },
  closeButtonProps: { 'aria-label': 'Close' },
};

/** The console's theme (in px: 14 base font size, 4 grid, 32 controls, 6 radius). */
export const theme = createTheme({
  colors: { teal, red, dark },
  primaryColor: 'teal',
  primaryShade: 7,
  defaultRadius: 6,
  fontFamily: 'var(--sans)',
  fontFamilyMonospace: 'var(--mono)',
  fontSizes: { xs: rem(12), sm: rem(13), md: rem(14), lg: rem(16), xl: rem(20) },
  headings: {
    fontWeight: '600',
    sizes: { h1: { fontSize: rem(20) }, h2: { fontSize: rem(16) }, h3: { fontSize: rem(14) } },
  },
  focusRing: 'auto',
  respectReducedMotion: true,
  cursorType: 'pointer',
  // What most of them look like. The main action of a page or dialog is filled.
  components: {
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
    Alert: { defaultProps: { color: 'var(--danger)', icon: <AlertIcon /> } },
    // Like other links. Lists and tables underline theirs on hover only.
    Anchor: { defaultProps: { underline: 'always' } },
    Avatar: {
      defaultProps: {
        size: 24,
        styles: { placeholder: { background: 'var(--selected)', color: 'inherit' } },
      },
    },
    Button: { defaultProps: { variant: 'default', size: 'xs' } },
    Drawer: { defaultProps: { position: 'right', ...dialog } },
    Group: { defaultProps: { gap: 8 } },
    List: { defaultProps: { size: 'sm' } },
    // A placeholder for the focus isn't a menu item, which a menu must only have (WAI-ARIA).
    Menu: {
      defaultProps: {
        position: 'bottom-end',
        // It has the focus, so it stays visible if its button is scrolled out of view.
        hideDetached: false,
        withInitialFocusPlaceholder: false,
        middlewares: { shift: withinWindow, size: { padding: 8 } },
      },
    },
    // The page's banner is the only one.
    ModalHeader: { defaultProps: { role: 'presentation' } },
    DrawerHeader: { defaultProps: { role: 'presentation' } },
    Modal: { defaultProps: dialog },
    MultiSelect: listbox,
    PasswordInput: {
      defaultProps: {
        visibilityToggleFocusable: true,
        visibilityToggleButtonProps: { 'aria-label': 'Show characters' },
      },
    },
    Popover: { defaultProps: { portalProps: { target: '[data-popovers]' } } },
    Select: listbox,
    // Links are texts, too.
    Text: { defaultProps: { size: 'sm' } },
  },
});
