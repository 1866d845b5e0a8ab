/** Service versions that changed something (docs/api.md, "Versioning"), and the version that this contract describes. */
export const versions = { apiKeys: '9.2.0', oidc: '9.6.0', jobRemoval: '9.7.0', described: '10.0' } as const;

/** Whether a service of version `version` is at least `since`. Parts are compared as numbers; missing ones are 0. */
export function atLeast(version: string, since: string): boolean {
  const left = version.split('.').map(Number);
  const right = since.split('.').map(Number);
  for (let index = 0; index < Math.max(left.length, right.length); index += 1) {
    const difference = (left[index] ?? 0) - (right[index] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return true;
}
