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

/** A button's tooltip: its label with its shortcut. */
export function withShortcut(label: string, key: keyof typeof shortcuts): string {
  return `${label} (${shortcuts[key]})`;
}
