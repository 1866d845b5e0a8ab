/** Repeats a query while a page shows it, without keeping the session alive. */
export const polled = { refetchInterval: 30_000, meta: { isPolling: true } };

/** Whether a query is polled. @param meta what its function was called with */
export function isPolled(meta: Readonly<Record<string, unknown>> | undefined): boolean {
  return meta?.['isPolling'] === true;
}
