const isMac = /Mac|iPhone|iPad/.test(globalThis.navigator?.userAgent ?? '');
const command = isMac ? '⌘ ' : 'Ctrl ';

/** The keyboard shortcuts of buttons and menu items, as they're shown. */
export const shortcuts = {
  palette: `${command}K`,
  inspector: `${command}⇧ I`,
  help: '?',
  newSubgroup: 'n',
  editGroup: 'F2 in the tree',
  deleteGroup: 'Delete in the tree',
} as const;

/** A shortcut's keys by their names, for `aria-keyshortcuts`: "Control+Shift+I". */
export function ariaKeys(shortcut: string): string {
  const names: Record<string, string> = { '⌘': 'Meta', Ctrl: 'Control', '⇧': 'Shift' };
  return shortcut
    .split(' ')
    .map((key) => names[key] ?? key)
    .join('+');
}

/** A button's tooltip: its label with its shortcut. */
export function withShortcut(label: string, key: keyof typeof shortcuts): string {
  return `${label} (${shortcuts[key]})`;
}
