import type { GatewayInfo } from '../../../contract/gateway.ts';

/** Where the console is connected, and what is wrong with the way there. */
export interface Connection {
  where: string;
  warning: string | undefined;
}

const warnings = { verified: undefined, 'not verified': 'TLS not verified', none: 'not encrypted' } as const;

/** The connection in words. The embedded service is in the gateway itself: there is no way there. */
export function connectionOf(gateway: GatewayInfo): Connection {
  if (gateway.mode === 'embedded') return { where: 'embedded', warning: undefined };
  return { where: gateway.service_host, warning: warnings[gateway.service_tls] };
}
