import { notifications } from '@mantine/notifications';
import { createElement } from 'react';
import { ApiError } from '../api/errors.ts';
import { WhyLink } from '../ui/why-link.tsx';
import { addToHistory } from './history.ts';

/** How many successes are in sight at most: a newer one takes the place of the oldest instead of waiting for it. */
const successesMost = 3;
/** Those that come closer together than this are shown together, the newest of them: all are in the history. */
const betweenMilliseconds = 250;
const successes: string[] = [];
let coming: { title: string; message: string }[] = [];
let showing: ReturnType<typeof setTimeout> | undefined;
let shownAt = 0;

const common = { withBorder: true, closeButtonProps: { 'aria-label': 'Dismiss' } };

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
    coming.push({ title, message });
    showing ??= setTimeout(showSuccesses, Math.max(0, shownAt + betweenMilliseconds - Date.now()));
  },
  /** Stays until it is dismissed. */
  error(title: string, error: unknown, { quiet }: Manner = { quiet: false }): void {
    const message = sentenceOf(error);
    addToHistory({ kind: 'error', title, message });
    if (quiet) return;
    notifications.show({
      title,
      message: createElement('div', null, message, ' ', createElement(WhyLink, { detail: [message] })),
      color: 'red',
      autoClose: false,
      role: 'alert',
      ...common,
    });
  },
};

/** What an error says, with the id that the service's log knows it by. */
export function sentenceOf(error: unknown): string {
  if (!(error instanceof ApiError)) return error instanceof Error ? error.message : String(error);
  const id = error.requestId !== undefined && error.status >= 500 ? ` (request ${error.requestId})` : '';
  return `${error.detail.join('. ')}${id}`;
}

function showSuccesses(): void {
  const newest = coming.slice(-successesMost);
  coming = [];
  showing = undefined;
  shownAt = Date.now();
  for (const note of newest) {
    successes.push(notifications.show({ ...note, color: 'teal', role: 'status', ...common }));
    if (successes.length > successesMost) notifications.hide(successes.shift() ?? '');
  }
}
