import { useEffect } from 'react';
import * as z from 'zod/mini';
import { redact } from '../../../client/redact.ts';
import { storedValue, userValue } from '../../lib/stored-value.ts';
import { useStore } from '../../lib/store.ts';

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
const history = userValue<readonly HistoryEntry[]>('palisade-notifications', parse);
/** What can still be undone, by entry. Functions can't be stored, so a reload ends the offer. */
const undos = new Map<string, () => void>();

/** Opens a user's history, which this browser's tabs share and which survives reloads. @param user empty if unknown */
export function useNotificationHistory(user: string): void {
  useEffect(() => {
    history.open(user || undefined);
    return () => {
      undos.clear();
      history.open(undefined);
    };
  }, [user]);
}

function parse(stored: unknown): HistoryEntry[] {
  const entries: unknown[] = Array.isArray(stored) ? stored : [];
  return entries.flatMap((entry) => historyEntry.safeParse(entry).data ?? []);
}

/**
 * Adds a notification in place of one with the same ID; the oldest are dropped.
 * @param undo what the entry's Undo button calls, until the page is reloaded
 */
export function addToHistory(entry: Omit<HistoryEntry, 'at'>, undo?: () => void): void {
  if (undo) undos.set(entry.id, undo);
  const others = history.get().filter(({ id }) => id !== entry.id);
  history.set([redact({ ...entry, at: Date.now() }, new Set()), ...others].slice(0, maxEntries));
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
  history.set([]);
}

/** When the notifications were last looked at in this browser, in milliseconds since 1970. */
const seenAt = storedValue('palisade-notifications-seen', (stored) =>
  typeof stored === 'number' ? stored : 0,
);

/** When the user last looked at the notifications, in milliseconds since 1970. */
export const lastLook = () => seenAt.get();

/** Notes that the user looks at the notifications now. */
export function lookAtHistory(): void {
  seenAt.set(Date.now());
}

/** Whether there's a notification that the user hasn't looked at. */
export function useHasUnread(): boolean {
  const seen = useStore(seenAt);
  return useHistory().some(({ at }) => at > seen);
}

/** The user's notifications, latest first. */
export function useHistory(): readonly HistoryEntry[] {
  return useStore(history);
}
