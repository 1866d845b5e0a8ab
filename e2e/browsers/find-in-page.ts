/** A step of a search in the page: elements with this role and name, or text, inside those found before. */
export interface Step {
  role: string;
  /** The accessible name: the exact string or, with `flags`, a regular expression. */
  name?: Pattern;
  /** What the element must contain. */
  text?: Pattern;
}

interface Pattern {
  source: string;
  /** A regular expression's flags; without them, `source` is the string itself. */
  flags?: string;
}

/** Turns a string or a regular expression into what can be sent to the browser. */
export function patternOf(value: string | RegExp): Pattern {
  return typeof value === 'string' ? { source: value } : { source: value.source, flags: value.flags };
}

/**
 * Runs in the page, and therefore refers to nothing outside itself: the visible elements that the steps lead to. Roles and
 * names follow what the console uses of HTML-AAM and Accessible Name Computation.
 */
export const findInPage = `
const [steps] = arguments;
const selectors = {
  alert: '[role=alert]',
  button: 'button:not([role]), summary, input[type=submit], [role=button]',
  combobox: '[role=combobox]',
  dialog: '[role=dialog], [role=alertdialog], dialog[open]',
  heading: 'h1, h2, h3, h4, [role=heading]',
  link: 'a[href]:not([role]), [role=link]',
  menuitem: '[role=menuitem]',
  navigation: 'nav, [role=navigation]',
  radio: 'input[type=radio], [role=radio]',
  region: 'section, [role=region]',
  textbox: 'input:not([type]), input[type=text], input[type=url], input[type=search], input[type=password], textarea, [role=textbox]',
  tree: '[role=tree]',
  treeitem: '[role=treeitem]',
};
const tidy = (text) => text.replace(/\\s+/g, ' ').trim();
const isVisible = (element) =>
  element.checkVisibility({ visibilityProperty: true }) && !element.closest('[aria-hidden=true], [inert]');
// Bidirectional isolates around names aren't part of what a reader sees.
const plain = (text) => tidy(text.replace(/[\\u2066-\\u2069]/g, ''));
// Of labelled elements, a name has the label, and a text the content.
const textOf = (node, labels = false) => {
  if (node.nodeType === 3) return node.data;
  if (node.nodeType !== 1 || node.getAttribute('aria-hidden') === 'true' || !node.checkVisibility()) return '';
  const label = labels && (node.getAttribute('aria-label') ?? node.getAttribute('alt'));
  if (label) return label;
  const inner = [...node.childNodes].map((child) => textOf(child, labels)).join('');
  return getComputedStyle(node).display.startsWith('inline') ? inner : ' ' + inner + ' ';
};
const nameOf = (element) => {
  const ids = element.getAttribute('aria-labelledby')?.split(/\\s+/) ?? [];
  const labels = ids.map((id) => document.getElementById(id)).filter(Boolean);
  if (labels.length) return plain(labels.map((label) => textOf(label, true)).join(' '));
  const own = element.getAttribute('aria-label');
  if (own) return plain(own);
  if (element.labels?.length) return plain([...element.labels].map((label) => textOf(label, true)).join(' '));
  const fromContent = !element.matches('section, nav, [role=dialog], [role=region], [role=tree], input, textarea');
  return plain(fromContent ? textOf(element, true) : '') || plain(element.title || element.placeholder || '');
};
const matches = (pattern, text, whole) =>
  pattern.flags !== undefined
    ? new RegExp(pattern.source, pattern.flags).test(text)
    : whole
      ? text === pattern.source
      : text.includes(pattern.source);
let found = [document.documentElement];
for (const { role, name, text } of steps) {
  const candidates = new Set(found.flatMap((inside) => [...inside.querySelectorAll(selectors[role] ?? role)]));
  found = [...candidates].filter(
    (element) =>
      isVisible(element) &&
      (!name || matches(name, nameOf(element), true)) &&
      (!text || matches(text, plain(element.value ?? textOf(element)), false)),
  );
}
const first = found[0];
return { element: first ?? null, text: first ? plain(textOf(first)) : '', value: first?.value ?? null,
  focused: first === document.activeElement, selected: first?.getAttribute('aria-selected') ?? null,
  expanded: first?.getAttribute('aria-expanded') ?? null, enabled: first ? !first.matches(':disabled') : false };
`;
