import { readStored, storedKeys, writeStored } from './stored-value.ts';

// In this tab only, and until it's closed: drafts survive a reload and a sign-in on another page.
const area = 'sessionStorage';
const prefix = 'palisade-draft ';

/** The unsaved draft of `user` for the form `what`; null if there is none. */
export function readDraft(user: string, what: string): unknown {
  return readStored(`${prefix}${user} ${what}`, area);
}

/** Saves a draft; undefined deletes it. Must not contain secrets. */
export function writeDraft(user: string, what: string, draft: unknown): void {
  writeStored(`${prefix}${user} ${what}`, draft, area);
}

/** Deletes every user's drafts. */
export function clearDrafts(): void {
  for (const key of storedKeys(prefix, area)) writeStored(key, undefined, area);
}
