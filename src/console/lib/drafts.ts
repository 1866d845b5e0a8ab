// In this tab only, and until it's closed: drafts survive a reload and a sign-in on another page.
const prefix = 'palisade-draft ';

function keyOf(user: string, what: string): string {
  return `${prefix}${user} ${what}`;
}

/** The unsaved draft of `user` for the form `what`; undefined if there is none. */
export function readDraft(user: string, what: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(user, what)) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

/** Saves a draft; undefined deletes it. Must not contain secrets. */
export function writeDraft(user: string, what: string, draft: unknown): void {
  try {
    if (draft === undefined) sessionStorage.removeItem(keyOf(user, what));
    else sessionStorage.setItem(keyOf(user, what), JSON.stringify(draft));
  } catch {
    // Storage is unavailable: the form itself still has the values.
  }
}

/** Deletes every user's drafts. */
export function clearDrafts(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key);
}
