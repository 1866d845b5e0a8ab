import type { GatewayInfo } from '../../contract/gateway.ts';

/** What an embedded service's gateway says about itself. */
export const gatewayInfo: GatewayInfo = {
  product_version: 'test',
  public_origin: 'http://localhost:8080',
  mode: 'embedded',
  service_host: '',
  service_tls: 'none',
  certificate_expires_at: '',
  ignores_forwarded: false,
  demo_sign_ins: [],
  lab: false,
};
