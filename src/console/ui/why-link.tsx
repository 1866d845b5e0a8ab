/** The address that explains a missing privilege, with what the 403 names filled in. */
export function whyHref(detail: readonly string[]): string | undefined {
  for (const sentence of detail) {
    const match = /requires privilege ([\w-]+) on feature ([\w-]+)(?: for (\/groups\/\d+))?/.exec(sentence);
    if (!match) continue;
    const [, privilege = '', feature = '', group] = match;
    const search = new URLSearchParams({ feature, privilege, ...(group === undefined ? {} : { group }) });
    return `/access/why?${search.toString()}`;
  }
  return undefined;
}

/** Links a rejection to the privilege it requires; nothing if no privilege is missing. */
export function WhyLink({ detail }: { detail: readonly string[] }) {
  const href = whyHref(detail);
  return href === undefined ? null : <a href={href}>Why is this not allowed?</a>;
}
