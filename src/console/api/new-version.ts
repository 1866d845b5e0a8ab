import { versionHeader } from '../../contract/gateway.ts';
import { createStore } from '../lib/store.ts';

/** The version that this page was loaded from. In development, Vite serves the page, and leaves the placeholder. */
const ownVersion = globalThis.document?.querySelector<HTMLMetaElement>(
  'meta[name="palisade-version"]:not([content^="__"])',
)?.content;

/** Whether the gateway has another version than this page, so that the rest of the page's code may be gone. */
export const hasNewVersion = createStore(false);

/** Compares the version in a response of the gateway with this page's. A proxy's own response has none. */
export function noteVersion({ headers }: Response): void {
  const version = headers.get(versionHeader);
  if (version !== null && ownVersion !== undefined) hasNewVersion.set(version !== ownVersion);
}
