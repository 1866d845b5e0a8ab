import { useEffect } from 'react';
import * as z from 'zod/mini';
import { redact } from '../../api/redact.ts';
import { createStore, useStore } from '../../lib/store.ts';

const historyEntry = z.object({
  id: z.string(),
  kind: z.enum(['success', 'error']),
  title: z.string(),
  message: z.string(),
  /** In milliseconds since 1970. */
  at: z.number(),
  /** The page that it's about. */
  link: z.optional(z.string()),
});

/** A past notification, without secrets. */
export type HistoryEntry = z.infer<typeof historyEntry>;

const maxEntries = 100;
/** Path of the user whose history is open; empty before, or if the service doesn't identify users. */
let owner = '';
const history = createStore<readonly HistoryEntry[]>([]);
/** What can still be undone, by entry. Functions can't be stored, so a reload ends the offer. */
const undos = new Map<string, () => void>();

const keyOf = (user: string) => `palisade-notifications ${user}`;

/** Opens a user's history, which this browser's tabs share and which survives reloads. */
export function useNotificationHistory(user: string): void {
  useEffect(() => open(user), [user]);
}

function open(user: string): () => void {
  owner = user;
  history.set(stored());
  const onStorage = ({ key }: StorageEvent) => {
    if (key === keyOf(user) || key === null) history.set(stored());
  };
  addEventListener('storage', onStorage);
  return () => {
    removeEventListener('storage', onStorage);
    owner = '';
    undos.clear();
    history.set([]);
  };
}

/**
 * Adds a notification; the oldest are dropped.
 * @param undo what the entry's Undo button calls, until the page is reloaded
 */
export function addToHistory(entry: Omit<HistoryEntry, 'at'>, undo?: () => void): void {
  if (undo) undos.set(entry.id, undo);
  replace([redact({ ...entry, at: Date.now() }, new Set()), ...stored()].slice(0, maxEntries));
}

/** Withdraws the Undo button of an entry. */
export function withdrawUndo(id: string): void {
  undos.delete(id);
  // The entries are the same, but not what they offer.
  history.set([...history.get()]);
}

/** What undoes an entry; undefined if nothing can be undone any longer. */
export function undoOf(id: string): (() => void) | undefined {
  return undos.get(id);
}

/** Removes every notification, in every tab. */
export function clearHistory(): void {
  undos.clear();
  replace([]);
}

/** The user's notifications, latest first. */
export function useHistory(): readonly HistoryEntry[] {
  return useStore(history);
}

function replace(entries: readonly HistoryEntry[]): void {
  history.set(entries);
  if (owner === '') return;
  try {
    localStorage.setItem(keyOf(owner), JSON.stringify(entries));
  } catch {
    // Storage is full: only this tab has the latest one.
  }
}

/** The stored entries, which other tabs may have added to. */
function stored(): readonly HistoryEntry[] {
  if (owner === '') return history.get();
  try {
    const entries: unknown = JSON.parse(localStorage.getItem(keyOf(owner)) ?? '[]');
    return Array.isArray(entries) ? entries.filter((entry) => historyEntry.safeParse(entry).success) : [];
  } catch {
    return [];
  }
}
