/** How a file names the group at the top, which its other groups are below. */
export const topGroup = '/';

const separator = ' > ';

/** The names of a group from the top down, as a file writes them in one text. */
export function namesIn(text: string): string[] {
  return text === topGroup ? [] : text.split(separator).map((name) => name.trim());
}

/** Whether names can be written as one text, and read again. */
function isPlain(names: readonly string[]): boolean {
  const text = names.join(separator);
  const again = namesIn(text);
  return (
    text !== topGroup &&
    !/^["'[]|\p{Cc}/u.test(text) &&
    again.length === names.length &&
    again.every((name, index) => name === names[index])
  );
}

/** A group's names as one text: the same for no other group. */
export function groupText(names: readonly string[]): string {
  if (names.length === 0) return topGroup;
  return isPlain(names) ? names.join(separator) : JSON.stringify(names);
}

/** A group's text as a file has it: as a list of names where one text can't say which they are. */
export function groupInFile(text: string): string | readonly string[] {
  return text.startsWith('[') ? namesOfText(text) : text;
}

/** The names in a group's text. */
export function namesOfText(text: string): readonly string[] {
  return text.startsWith('[') ? (JSON.parse(text) as string[]) : namesIn(text);
}

/** What identifies a role: the same for no other. @param group that administers it, as `groupText` */
export function roleKey(group: string, name: string): string {
  return `${group}\n${name}`;
}

/** A key without a role's group. */
export const nameIn = (key: string) => key.slice(key.indexOf('\n') + 1);

/** How people read a record's key. */
export function labelIn(section: string, key: string): string {
  return section === 'roles' ? roleLabel(key) : key;
}

/** A role as people read it. */
export function roleLabel(key: string): string {
  const [name, group] = [nameIn(key), key.slice(0, key.indexOf('\n'))];
  return group === topGroup ? name : `${name} (${group})`;
}

/** A key without the blanks around its name. */
export const trimmed = (key: string) => key.slice(0, key.indexOf('\n') + 1) + nameIn(key).trim();

/**
 * Finds what a service has by names of a file: exactly, or else by what differs only in the blanks around it.
 * @param wanted all names of the file: what one of them names exactly isn't meant by another
 * @returns what finds it, several if it's ambiguous
 */
export function matcher<Item>(existing: ReadonlyMap<string, Item>, wanted: Iterable<string> = []) {
  const taken = new Set(wanted);
  const similar = new Map<string, Item[]>();
  for (const [key, item] of existing) {
    if (taken.has(key)) continue;
    const plain = trimmed(key);
    similar.set(plain, [...(similar.get(plain) ?? []), item]);
  }
  return (key: string): readonly Item[] => {
    const exact = existing.get(key);
    return exact === undefined ? (similar.get(trimmed(key)) ?? []) : [exact];
  };
}

/**
 * Names that are usual enough for a variable without a hash: no two of them are the same in upper case, with AT for `@`, such as jane.doe@a.io
 * and Okta EU.
 */
const usualNames = {
  users: /^(?!.*\bat\b)[a-z][a-z\d]*(?:[.@][a-z\d]+)*$/,
  oidc_providers: /^(?!\d)(?:(?:^| )(?:[A-Z\d]{1,2}|[A-Z\d][a-z\d]{2,})(?= |$))+$/,
};
const secretNames = { users: 'PASSWORD', oidc_providers: 'SECRET' };
const longestStart = 200;

/** Names the variable with a record's secret: independent of other records, and different for each. */
export function variableOf(section: 'users' | 'oidc_providers', name: string): string {
  const ascii = name.replaceAll('@', ' at ').normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase();
  const words = ascii.match(/[A-Z\d]+/g) ?? [section === 'users' ? 'USER' : 'PROVIDER'];
  const all = words.join('_').replace(/^(?=\d)/, '_');
  const isUsual = usualNames[section].test(name) && all.length <= longestStart;
  return [all.slice(0, longestStart), ...(isUsual ? [] : [hashOf(name)]), secretNames[section]].join('_');
}

/** Eight letters and digits of a text's FNV-1a hash. */
function hashOf(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text))
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return hash.toString(36).toUpperCase().padStart(8, '0').slice(-8);
}
