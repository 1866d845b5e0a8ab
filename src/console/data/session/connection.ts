import type { GatewayInfo } from '../../../contract/gateway.ts';

const warnings = { verified: undefined, 'not verified': 'TLS not verified', none: 'not encrypted' } as const;

/** The service that the console is connected to, and a warning if the connection is insecure. The embedded service runs in the gateway itself, so there's nothing to secure. */
export function connectionOf(gateway: GatewayInfo) {
  if (gateway.mode === 'embedded') return { where: 'embedded', warning: undefined };
  return { where: gateway.service_host, warning: warnings[gateway.service_tls] };
}

/** The connection in a sentence: "Connected to service.example, TLS verified". */
export function connectionText(gateway: GatewayInfo): string {
  const { where, warning } = connectionOf(gateway);
  if (gateway.mode === 'embedded') return 'Connected to the embedded service';
  return `Connected to ${where}, ${warning ?? 'TLS verified'}`;
}
