import { useEffect, useState } from 'react';
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

/** Browsers copy it with the drafts when a tab is duplicated. */
function tabId(): string {
  const key = 'palisade-tab';
  const known = readStored(key, area);
  if (typeof known === 'string') return known;
  const created = String(Math.random());
  writeStored(key, created, area);
  return created;
}

/** A reload has ended the page before within this time. */
const reloadMilliseconds = 500;

/**
 * Whether a duplicate of this tab has the same draft open, which both would save.
 * @param what the form; undefined while it has no draft
 */
export function useOpenTwice(what: string | undefined): boolean {
  const [isTwice, setTwice] = useState(false);
  useEffect(() => {
    // Without a secure context there are no locks.
    if (what === undefined || !('locks' in navigator)) return undefined;
    const closed = new AbortController();
    const timer = setTimeout(() => setTwice(true), reloadMilliseconds);
    const held = () =>
      new Promise<void>((resolve) => {
        clearTimeout(timer);
        setTwice(false);
        closed.signal.addEventListener('abort', () => resolve(), { once: true });
      });
    navigator.locks
      .request(`${prefix}${tabId()} ${what}`, { signal: closed.signal }, held)
      .catch(() => undefined);
    return () => {
      clearTimeout(timer);
      setTwice(false);
      closed.abort();
    };
  }, [what]);
  return isTwice;
}
