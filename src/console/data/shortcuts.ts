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

/** The pages that `g` and a letter go to. */
export const goTo = [
  { key: 'o', to: '/', label: 'Overview' },
  { key: 'g', to: '/groups', label: 'Groups' },
  { key: 'p', to: '/oidc', label: 'Providers' },
  { key: 'u', to: '/access/users', label: 'Users' },
  { key: 'r', to: '/access/roles', label: 'Roles' },
  { key: 'c', to: '/access/can', label: 'Check access' },
  { key: 'j', to: '/jobs', label: 'Jobs' },
  { key: 'a', to: '/activity', label: 'Activity' },
] as const;

/** Every keyboard shortcut, with what it does. */
export const shortcutHelp = [
  [shortcuts.palette, 'Search or run a command'],
  [shortcuts.help, 'Show this help'],
  ['/', "Go to the page's search or filter"],
  [
    'g then a letter',
    'Go to a page or its list: ' + goTo.map(({ key, label }) => `${key} ${label}`).join(', '),
  ],
  ['j k', 'List: next or previous row; log: next or previous entry, while one is open'],
  ['x Enter', 'List: select the row; open it'],
  [shortcuts.inspector, 'Open or close the request inspector'],
  [shortcuts.newSubgroup, 'Groups, outside the tree: create a subgroup of the selected group'],
  [keyOf(shortcuts.editGroup), 'Tree: edit the group'],
  [keyOf(shortcuts.deleteGroup), 'Tree: delete the group'],
  ['Insert', 'Tree: create a subgroup'],
  ['↑ ↓ Home End', 'Tree: previous, next, first or last group'],
  ['→ ←', 'Tree: expand or go to the first subgroup; collapse or go to the parent'],
  ['*', 'Tree: expand all groups at this level'],
  ['a b c', 'Tree: next group that starts with the letters you type'],
  ['Enter', "Tree: show the group's details; filter: next match, with Shift previous match"],
  ['Ctrl Space', 'Tree: select the group, beside others'],
  ['Esc', "Close what's open; search or filter: clear it, then go to the list"],
] as const;

function keyOf(shortcut: string): string {
  return shortcut.replace(/ in the tree$/, '');
}

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
