import path from 'node:path';
import type { GatewayInfo } from '../contract/gateway.ts';
import { readDatabaseUrl } from '../service/store/database/database-url.ts';
import type { Config } from './config.ts';
import { publicUrl } from './server.ts';

interface BannerOptions {
  demoSignIns: GatewayInfo['demo_sign_ins'];
  /** Sentences to print below the URLs. */
  notes: readonly string[];
  /** The demo provider's. */
  issuer: string | undefined;
}

/** The text printed after the start: URLs, sign-ins and the data's location. */
export function banner(config: Config, { demoSignIns, notes, issuer }: BannerOptions): string {
  const data = config.DATABASE_URL
    ? readDatabaseUrl(config.DATABASE_URL).server
    : `${path.resolve(config.DATA_DIR)} (delete it to start over)`;
  return [
    '',
    `  Palisade Console   ${publicUrl(config).href}`,
    config.SERVICE_URL
      ? `  Service            ${config.SERVICE_URL} (remote)`
      : `  Data               ${data}`,
    ...(issuer ? [`  Demo provider      ${issuer} (self-signed certificate: the browser asks once)`] : []),
    ...notes.map((note) => `  ${note}`),
    ...(demoSignIns.length > 0 ? ['', '  Demo sign-ins'] : []),
    ...demoSignIns.map(
      ({ login, password, what }) => `    ${login.padEnd(10)} ${password.padEnd(20)} ${what}`,
    ),
    '',
    '',
  ].join('\n');
}
