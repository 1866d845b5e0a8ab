import { expect, it } from 'vitest';
import type { GatewayInfo } from '../../../contract/gateway.ts';
import { connectionOf, connectionText } from './connection.ts';

const remote = (service_tls: GatewayInfo['service_tls']) =>
  ({ mode: 'remote', service_host: 'service.example', service_tls }) as GatewayInfo;

it.each([
  ['verified', undefined, 'TLS verified'],
  ['not verified', 'TLS not verified', 'TLS not verified'],
  ['none', 'not encrypted', 'not encrypted'],
] as const)('warns about an insecure connection: %s', (tls, warning, text) => {
  expect(connectionOf(remote(tls))).toEqual({ where: 'service.example', warning });
  expect(connectionText(remote(tls))).toBe(`Connected to service.example, ${text}`);
});

it('warns about nothing if the service is embedded', () => {
  const embedded = { mode: 'embedded', service_tls: 'none' } as GatewayInfo;
  expect(connectionOf(embedded)).toEqual({ where: 'embedded', warning: undefined });
  expect(connectionText(embedded)).toBe('Connected to the embedded service');
});
