import { createHmac } from 'node:crypto';

/** The clients of the demo's own configurations. */
export type DemoClientId = 'palisade-demo' | 'palisade-partner';

export interface DemoClient {
  id: DemoClientId;
  name: string;
  secret: string;
  redirectUris: readonly string[];
}

/** The provider's clients. @param secret the first one's, from which the other's is derived */
export function demoClients(secret: string, redirectUris: readonly string[]) {
  const derived = createHmac('sha256', secret).update('palisade-partner').digest('base64url');
  return [
    { id: 'palisade-demo', name: 'Palisade Console', secret, redirectUris },
    { id: 'palisade-partner', name: 'Palisade Console for partners', secret: derived, redirectUris },
  ] as const satisfies DemoClient[];
}
