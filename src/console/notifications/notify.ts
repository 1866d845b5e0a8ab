import { notifications } from '@mantine/notifications';
import { createElement } from 'react';
import { ApiError } from '../api/errors.ts';
import { WhyLink } from '../ui/why-link.tsx';
import { addToHistory } from './history.ts';

/** How many successes are in sight at most: a newer one takes the place of the oldest instead of waiting for it. */
const successesMost = 3;
/** So many are shown within this time; of those that come meanwhile the newest, and all are in the history. */
const everyMilliseconds = 1000;
/** Those in sight, oldest first. */
const successes: { id: string; at: number }[] = [];
let coming: { title: string; message: string }[] = [];
let showing: ReturnType<typeof setTimeout> | undefined;

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
    const oldest = successes.length < successesMost ? undefined : successes[0];
    showing ??= setTimeout(showSuccesses, oldest ? oldest.at + everyMilliseconds - Date.now() : 0);
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
  for (const note of newest) {
    const id = notifications.show({ ...note, color: 'teal', role: 'status', ...common });
    successes.push({ id, at: Date.now() });
    if (successes.length > successesMost) notifications.hide(successes.shift()?.id ?? '');
  }
}
