/** `here` if the service doesn't offer sign-out, and only the cookie was cleared. */
export type SignedOut = 'yes' | 'here';

/** A message between this browser's tabs about their shared session. */
export type SessionMessage =
  | { type: 'signed-in'; user: string; login: string }
  | { type: 'signed-out'; how: SignedOut };

const channel = openChannel();

/** It doesn't deliver messages to the tab that posts them. Undefined if the browser blocks the site's data. */
function openChannel(): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel('palisade-session');
  } catch {
    return undefined;
  }
}

/** Sends a message to the other tabs. */
export function notifyOtherTabs(message: SessionMessage): void {
  channel?.postMessage(message);
}

/** Listens to the other tabs. @returns a function that unsubscribes */
export function onOtherTabs(listener: (message: SessionMessage) => void): () => void {
  const handle = (event: MessageEvent<SessionMessage>) => listener(event.data);
  channel?.addEventListener('message', handle);
  return () => channel?.removeEventListener('message', handle);
}
