import { notifications, notificationsStore, type NotificationData } from '@mantine/notifications';
import { createElement } from 'react';
import { ApiError } from '../../api/errors.ts';
import { isolate } from '../../lib/text.ts';
import { WhyLink } from '../../ui/why-link.tsx';
import { addToHistory, type HistoryEntry } from './history.ts';

let shown = 0;

const common = { withBorder: true, closeButtonProps: { 'aria-label': 'Dismiss' } };
const looks = {
  success: { color: 'teal', role: 'status' },
  error: { color: 'red', role: 'alert', autoClose: false },
} as const;

/** How to tell: `quiet` is in the history alone. */
interface Manner {
  quiet: boolean;
}

/** Tells what happened: in passing, and in the history. */
export const notify = {
  /** Stays for as long as the shell says. */
  success(title: string, message = '', { quiet }: Manner = { quiet: false }): void {
    addToHistory({ kind: 'success', title, message });
    if (quiet) return;
    show({ title, message, ...looks.success });
  },
  /** Stays until it is dismissed. */
  error(title: string, error: unknown, { quiet }: Manner = { quiet: false }): void {
    const message = sentenceOf(error);
    addToHistory({ kind: 'error', title, message });
    if (quiet) return;
    const why = createElement(WhyLink, { detail: [message] });
    show({ title, message: createElement('div', null, message, ' ', why), ...looks.error });
  },
  /**
   * Tells of many things that happened in one note, which is renewed while it is in sight. Not in the history: that has
   * each of them.
   * @param id of the note
   */
  many(kind: HistoryEntry['kind'], id: string, title: string, message: string, onClose: () => void): void {
    show({ id, title, message, onClose, ...looks[kind] });
    notifications.update({ id, title, message });
  },
};

/** What an error says, with the id that the service's log knows it by. */
export function sentenceOf(error: unknown): string {
  if (!(error instanceof ApiError)) return error instanceof Error ? error.message : String(error);
  const id = error.requestId !== undefined && error.status >= 500 ? ` (request ${error.requestId})` : '';
  return `${error.detail.map(isolate).join('. ')}${id}`;
}

/**
 * The newest come first: errors that nobody has dismissed do not keep them out of sight. What has no room any more comes
 * back, but for successes: by then they are no news.
 */
function show(note: NotificationData): void {
  shown += 1;
  notifications.show({ ...common, ...note, priority: shown });
  for (const { id, role } of notificationsStore.getState().queue) {
    if (id !== undefined && role === looks.success.role) notifications.hide(id);
  }
}
