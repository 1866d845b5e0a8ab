import { ApiError } from './errors.ts';

/** How often a page of a list is requested again. */
const mostRetries = 5;

/**
 * Reads one of many pages, again and again while the service is overloaded (503 with `Retry-After`): otherwise, the pages
 * that are loaded would be loaded once more. Several clients of a list can overload a service by themselves.
 * @throws what `read` throws for other reasons, or once it was retried often enough
 */
export async function whileOverloaded<Page>(read: () => Promise<Page>): Promise<Page> {
  for (let retries = 0; ; retries += 1) {
    try {
      return await read();
    } catch (error) {
      const seconds = error instanceof ApiError && error.status === 503 ? error.retryAfterSeconds : undefined;
      if (seconds === undefined || retries === mostRetries) throw error;
      await new Promise((resolve) => {
        setTimeout(resolve, seconds * 1_000);
      });
    }
  }
}
