/** Children per group in the balanced tree. */
const width = 100;
const maxDepth = 1000;

/**
 * Generates groups below one new group, in shapes that are hard to display: half of them are children of one group, up
 * to 1,000 form a single chain, and the rest a balanced tree.
 * @param name the top group's name
 */
export function generatedGroups(count: number, name: string) {
  const lastOfWide = 1 + Math.floor(count / 2);
  const lastOfChain = lastOfWide + Math.min(maxDepth, Math.floor(count / 10));
  const parentOf = (index: number) => {
    if (index === 1 || index === lastOfWide + 1) return 0;
    if (index <= lastOfWide) return 1;
    if (index <= lastOfChain) return index - 1;
    const earlier = index - lastOfChain - 1;
    return earlier < width ? 0 : lastOfChain + Math.floor(earlier / width);
  };
  const groups: { name: string; description: string; parent: number | null }[] = [
    { name, description: `${count.toLocaleString('en')} generated groups`, parent: null },
  ];
  for (let index = 1; index <= count; index += 1)
    groups.push({ name: `Group ${padded(index)}`, description: '', parent: parentOf(index) });
  return { groups, roles: [], users: [] };
}

/** Generates users of the Default group without passwords. @param prefix makes their logins unique */
export function generatedUsers(count: number, prefix: string) {
  const users = Array.from({ length: count }, (_, index) => {
    const number = padded(index + 1);
    const names = { login: `${prefix}-${number}`, displayName: `Generated ${number}` };
    return { ...names, password: null, group: null, roles: [] };
  });
  return { groups: [], roles: [], users };
}

const padded = (number: number) => String(number).padStart(6, '0');
