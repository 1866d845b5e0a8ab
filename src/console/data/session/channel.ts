/** A message between this browser's tabs about their shared session. */
export type SessionMessage = { type: 'signed-in'; user: string; login: string } | { type: 'signed-out' };

// A channel doesn't deliver messages to the tab that posts them.
const channel = new BroadcastChannel('palisade-session');

/** Sends a message to the other tabs. */
export function notifyOtherTabs(message: SessionMessage): void {
  channel.postMessage(message);
}

/** Listens to the other tabs. @returns a function that unsubscribes */
export function onOtherTabs(listener: (message: SessionMessage) => void): () => void {
  const handle = (event: MessageEvent<SessionMessage>) => listener(event.data);
  channel.addEventListener('message', handle);
  return () => channel.removeEventListener('message', handle);
}
