// In this tab alone, and only until it is closed: a reload or a sign-in elsewhere and back finds it again.
const prefix = 'palisade-draft ';

function keyOf(user: string, what: string): string {
  return `${prefix}${user} ${what}`;
}

/** What `user` left unsaved in the form of `what`; undefined where there is nothing, or nothing that can be read. */
export function readDraft(user: string, what: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(user, what)) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keeps what is unsaved; undefined forgets it. Secrets do not belong in it. */
export function writeDraft(user: string, what: string, draft: unknown): void {
  try {
    if (draft === undefined) sessionStorage.removeItem(keyOf(user, what));
    else sessionStorage.setItem(keyOf(user, what), JSON.stringify(draft));
  } catch {
    // A browser that stores nothing still has the form itself.
  }
}

/** Forgets every draft, whoever's. */
export function clearDrafts(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key);
}
