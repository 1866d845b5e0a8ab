import { notifications, notificationsStore, type NotificationData } from '@mantine/notifications';
import { createElement } from 'react';
import { ApiError, sentencesOf } from '../../api/errors.ts';
import { isolate } from '../../lib/text.ts';
import { WhyLink } from '../../ui/why-link.tsx';
import { addToHistory, type HistoryEntry } from './history.ts';

let shown = 0;

const common = { withBorder: true, closeButtonProps: { 'aria-label': 'Dismiss' } };
const looks = {
  success: { color: 'teal', role: 'status' },
  error: { color: 'red', role: 'alert', autoClose: false },
} as const;

interface NotifyOptions {
  /** Adds it to the history only. */
  quiet: boolean;
}

/** Shows a notification and adds it to the history. */
export const notify = {
  /** Closes automatically. */
  success(title: string, message = '', { quiet }: NotifyOptions = { quiet: false }): void {
    addToHistory({ kind: 'success', title, message });
    if (quiet) return;
    show({ title, message, ...looks.success });
  },
  /** Stays until it is dismissed. */
  error(title: string, error: unknown, { quiet }: NotifyOptions = { quiet: false }): void {
    const message = sentenceOf(error);
    addToHistory({ kind: 'error', title, message });
    if (quiet) return;
    const why = createElement(WhyLink, { detail: [message] });
    show({ title, message: createElement('div', null, message, ' ', why), ...looks.error });
  },
  /**
   * Summarises many events in one notification, which is updated while it's visible. Not added to the history, which
   * lists each event.
   * @param id the notification's
   */
  many(kind: HistoryEntry['kind'], id: string, title: string, message: string, onClose: () => void): void {
    show({ id, title, message, onClose, ...looks[kind] });
    notifications.update({ id, title, message });
  },
};

/** An error's message, with the request ID if the service failed. */
export function sentenceOf(error: unknown): string {
  if (!(error instanceof ApiError)) return sentencesOf(error).join('');
  const id = error.requestId !== undefined && error.status >= 500 ? ` (request ${error.requestId})` : '';
  return `${sentencesOf(error).map(isolate).join('. ')}${id}`;
}

/**
 * Shows the newest first, so that undismissed errors don't hide it. Errors pushed out of view come back later;
 * successes don't, because they'd be outdated.
 */
function show(note: NotificationData): void {
  shown += 1;
  notifications.show({ ...common, ...note, priority: shown });
  for (const { id, role } of notificationsStore.getState().queue) {
    if (id !== undefined && role === looks.success.role) notifications.hide(id);
  }
}
