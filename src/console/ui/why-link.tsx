/** Where the console explains a privilege that is missing: what a 403 names is filled in. */
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

/** A way from a refusal to what would be needed; nothing where nothing was refused for a privilege. */
export function WhyLink({ detail }: { detail: readonly string[] }) {
  const href = whyHref(detail);
  return href === undefined ? null : <a href={href}>Why is this not allowed?</a>;
}
