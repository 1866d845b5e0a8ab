declare global {
  /** Responses to requests that `index.html` has sent while the scripts were loading, by address. */
  var earlyResponses: Record<string, Promise<Response>> | undefined;
}

/** Fetches an address, or takes the response that `index.html` has asked for: each once. */
export function fetchOrTake(address: string, init: RequestInit): Promise<Response> {
  const early = (init.method ?? 'GET') === 'GET' ? globalThis.earlyResponses?.[address] : undefined;
  if (early === undefined) return fetch(address, init);
  delete globalThis.earlyResponses?.[address];
  return early;
}

/** Drops what the first page didn't need: it would be too old for any other. */
export function dropEarlyResponses(): void {
  // Browsers keep the connection of a response that isn't read.
  for (const response of Object.values(globalThis.earlyResponses ?? {}))
    void response.then(({ body }) => body?.cancel()).catch(() => undefined);
  globalThis.earlyResponses = undefined;
}
