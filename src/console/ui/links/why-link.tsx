import { grantOf, quotedGrant } from '../../lib/privilege-text.ts';

const needed = new RegExp(`You need ${quotedGrant.source}(?: on (/groups/\\d+|a group))?`);

/** The address that explains a missing privilege, given the sentences of a rejection (`sentencesOf`). */
export function whyHref(detail: readonly string[]): string | undefined {
  for (const sentence of detail) {
    const [, grant, group] = needed.exec(sentence) ?? [];
    if (grant === undefined) continue;
    const { name: feature, privilege } = grantOf(grant);
    // The group isn't visible, so the page couldn't check it.
    if (group === 'a group') return '/access';
    const search = new URLSearchParams({ feature, privilege, ...(group === undefined ? {} : { group }) });
    return `/access/can?${search.toString()}`;
  }
  return undefined;
}

/** Links a rejection to the privilege it requires; nothing if no privilege is missing. */
export function WhyLink({ detail }: { detail: readonly string[] }) {
  const href = whyHref(detail);
  return href === undefined ? null : (
    // In a text, its color isn't enough to recognize it.
    <a href={href} style={{ textDecoration: 'underline' }}>
      What would allow this?
    </a>
  );
}
