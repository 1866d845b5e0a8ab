const isMac = /Mac|iPhone|iPad/.test(globalThis.navigator?.userAgent ?? '');
const command = isMac ? '⌘ ' : 'Ctrl ';

/** The keyboard shortcuts of buttons and menu items, as they're shown. */
export const shortcuts = {
  palette: `${command}K`,
  inspector: `${command}⇧ I`,
  help: '?',
  newSubgroup: 'n',
  editGroup: 'F2',
  deleteGroup: 'Delete',
} as const;
