import { createHmac } from 'node:crypto';

export const demoClientId = 'palisade-demo';
export const partnerClientId = 'palisade-partner';
/** The clients of the demo's own configurations. */
export type DemoClientId = typeof demoClientId | typeof partnerClientId;

/** An application that may use the provider. */
export interface DemoClient {
  id: DemoClientId;
  name: string;
  secret: string;
  redirectUris: readonly string[];
}

/** The provider's clients. @param secret the first one's, from which the other's is derived */
export function demoClients(secret: string, redirectUris: readonly string[]) {
  const derived = createHmac('sha256', secret).update(partnerClientId).digest('base64url');
  return [
    { id: demoClientId, name: 'Palisade Console', secret, redirectUris },
    { id: partnerClientId, name: 'Palisade Console for partners', secret: derived, redirectUris },
  ] as const satisfies DemoClient[];
}
