/** Most groups below one group of those that are generated in a balanced tree. */
const width = 100;
/** Longest chain. */
const deepest = 1000;

/**
 * Groups below one new group in every shape that is hard to show, to see how things go with many: half of them are
 * children of one, up to 1,000 hang one below the other, and the rest are a balanced tree.
 * @param name of the group above them all
 */
export function generatedGroups(count: number, name: string) {
  const lastOfWide = 1 + Math.floor(count / 2);
  const lastOfChain = lastOfWide + Math.min(deepest, Math.floor(count / 10));
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
    groups.push({
      name: `Group ${String(index).padStart(6, '0')}`,
      description: '',
      parent: parentOf(index),
    });
  return { groups, roles: [], users: [] };
}

/** Users of the Default group without a password. @param prefix that makes their logins unlike all others */
export function generatedUsers(count: number, prefix: string) {
  const users = Array.from({ length: count }, (_, index) => {
    const number = String(index + 1).padStart(6, '0');
    return {
      login: `${prefix}-${number}`,
      displayName: `Generated ${number}`,
      password: null,
      group: null,
      roles: [],
    };
  });
  return { groups: [], roles: [], users };
}
