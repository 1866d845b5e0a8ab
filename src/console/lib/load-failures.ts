const failures = new WeakMap<Error, LoadFailure>();

/** How the connection was when the console's own code or styles couldn't be loaded. */
type LoadFailure = 'offline' | 'online';

/** Starts to record which errors come from loading the console's own code and styles. */
export function recordLoadFailures(): void {
  addEventListener('vite:preloadError', ({ payload }) => {
    failures.set(payload, navigator.onLine ? 'online' : 'offline');
    // The router reloads the page when it recognizes the browser's message. Offline, that would lose the console.
    if (!navigator.onLine) payload.message = "This page couldn't be loaded";
  });
}

/** Whether an error comes from loading the console's own code or styles. Only reloading the page repairs that. */
export function loadFailureOf(error: unknown): LoadFailure | undefined {
  return error instanceof Error ? failures.get(error) : undefined;
}
