/** Most groups below one generated group. */
const width = 100;

/**
 * Groups in a balanced tree below one new group, to see how things go with many.
 * @param name of the group above them all
 */
export function generatedGroups(count: number, name: string) {
  const groups: { name: string; description: string; parent: number | null }[] = [
    { name, description: `${count.toLocaleString('en')} generated groups`, parent: null },
  ];
  for (let index = 1; index <= count; index += 1) {
    const parent = Math.floor((index - 1) / width);
    groups.push({ name: `Group ${String(index).padStart(6, '0')}`, description: '', parent });
  }
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
