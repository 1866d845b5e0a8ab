/** What tabs of this browser tell each other about the session they share. */
export type SessionMessage = { type: 'signed-in'; user: string; login: string } | { type: 'signed-out' };

// A channel does not deliver to the tab that posts, so there are no echoes.
const channel = new BroadcastChannel('palisade-session');

/** Tells the other tabs. */
export function tellOtherTabs(message: SessionMessage): void {
  channel.postMessage(message);
}

/** Listens to the other tabs. @returns the way to stop */
export function onOtherTabs(listener: (message: SessionMessage) => void): () => void {
  const handle = (event: MessageEvent<SessionMessage>) => listener(event.data);
  channel.addEventListener('message', handle);
  return () => channel.removeEventListener('message', handle);
}
