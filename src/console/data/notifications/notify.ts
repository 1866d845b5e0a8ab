import { notifications, notificationsStore, type NotificationData } from '@mantine/notifications';
import { createElement } from 'react';
import { queryClient } from '../../query-client.ts';
import { ApiError, isWorthRetrying } from '../../../client/errors.ts';
import { lostTitle, sentencesOf, UnknownOutcome } from '../../api/errors.ts';
import { isolate } from '../../lib/text.ts';
import { NotificationBody, type NextStep } from './notification-body.tsx';
import { addToHistory, withdrawUndo, type HistoryEntry } from './history.ts';

let shown = 0;

const common = { withBorder: true, closeButtonProps: { 'aria-label': 'Dismiss' } };
const looks = {
  success: { color: 'teal', role: 'status' },
  error: { color: 'red', role: 'alert', autoClose: false },
} as const;

/** Long enough to notice a mistake. Afterwards, the history still offers it. */
const undoMilliseconds = 15_000;

interface NotifyOptions {
  /** Adds it to the history only, and hides one with the same ID. */
  quiet?: boolean;
  /** It takes the place of one with the same ID. */
  id?: string;
  /** How long it's shown. If it takes another's place, only a different time starts again. */
  autoClose?: number;
  /** What it's about: its entry in the history replaces an older one about the same. */
  about?: string;
  /** The page that it's about, for its View link. */
  link?: string;
  /** Takes back what was done, for its Undo button. */
  undo?: UndoOffer;
  /** What to do next, offered while it's shown. */
  next?: NextStep;
}

/** What an Undo button does. */
export interface UndoOffer {
  /** Rejects with the reason if it can't be undone. */
  run(): Promise<void>;
  /** Title of the error then: "Couldn't undo the changes to Acme". */
  failure: string;
}

/** Shows a notification and adds it to the history. */
export const notify = {
  /** Closes automatically. */
  success(title: string, message = '', options: NotifyOptions = {}): void {
    add('success', title, message, options);
  },
  /** Stays until it is dismissed. */
  error(title: string, error: unknown, options: NotifyOptions = {}): void {
    add('error', title, sentenceOf(error), options);
  },
  /**
   * Summarises many events in one notification, which is updated while it's visible. Not added to the history, which
   * lists each event.
   * @param id the notification's
   */
  many(kind: HistoryEntry['kind'], id: string, title: string, message: string, onClose: () => void): void {
    show({ id, title, message, onClose, ...looks[kind] });
  },
  /** Hides a notification that's outdated. */
  hide(id: string): void {
    notifications.hide(id);
  },
};

function add(
  kind: HistoryEntry['kind'],
  title: string,
  message: string,
  { quiet, link, undo, next, ...options }: NotifyOptions,
): void {
  const entry = { id: options.about ?? `${Date.now()} ${Math.random()}`, kind, title, message };
  const id = options.id ?? entry.id;
  const onUndo =
    undo &&
    (() => {
      notifications.hide(id);
      withdrawUndo(entry.id);
      undo.run().catch((error: unknown) => {
        const isLost = error instanceof UnknownOutcome;
        // The page may show what was written.
        if (isLost) void queryClient.invalidateQueries();
        const again = isLost || (error instanceof ApiError && isWorthRetrying(error));
        notify.error(
          isLost ? lostTitle : undo.failure,
          isLost ? new Error(error.possibly) : error,
          again ? { undo } : {},
        );
      });
    });
  addToHistory(link === undefined ? entry : { ...entry, link }, onUndo);
  if (quiet) {
    notify.hide(id);
    return;
  }
  const autoClose = undo || next ? undoMilliseconds : options.autoClose;
  show({
    id,
    title,
    message: createElement(NotificationBody, { kind, message, link, onUndo, next }),
    ...(autoClose !== undefined && { autoClose }),
    ...looks[kind],
  });
}

/** An error's message. */
export function sentenceOf(error: unknown): string {
  return sentencesOf(error).map(isolate).join('. ');
}

/**
 * Shows the newest first, so that undismissed errors don't hide it. Errors pushed out of view come back later;
 * successes don't, because they'd be outdated.
 */
function show(note: NotificationData): void {
  shown += 1;
  const latest = { ...common, ...note, priority: shown };
  notifications.show(latest);
  notifications.update(latest);
  for (const { id, role } of notificationsStore.getState().queue) {
    if (id !== undefined && role === looks.success.role) notifications.hide(id);
  }
}
