import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { GatewayInfo } from '../contract/gateway.ts';
import { createAdministrator, isEmpty } from '../service/data-set.ts';
import { createOutbound } from '../service/outbound/outbound.ts';
import { openDatabase, type Database } from '../service/store/database.ts';
import { StoreError } from '../service/store/store-error.ts';
import { ConfigError, help, readConfig, type Config } from './config.ts';
import { readSecretKey } from './secret-key.ts';
import { buildGateway, portOf, publicUrl } from './server.ts';

/** Something that the person who starts the product can mend: printed without a stack. */
class StartError extends Error {}

async function main(): Promise<void> {
  if (process.argv.includes('--help')) {
    process.stdout.write(help());
    return;
  }
  const config = readConfig(process.env, process.argv.includes('--demo'));
  const outbound = createOutbound({
    allow: config.OUTBOUND_ALLOW ?? [],
    insecureTls: config.OUTBOUND_INSECURE_TLS,
  });
  const embedded = config.SERVICE_URL
    ? undefined
    : { database: await openDatabase(whereDataIs(config)), secretKey: await readSecretKey(config) };
  // Loaded here alone, so that nothing of the demo runs in production.
  const demo =
    config.demo && embedded
      ? await (await import('./demo.ts')).prepareDemo(config, embedded, outbound)
      : undefined;
  const notes = embedded && !demo ? await firstAdministrator(embedded.database, config) : [];
  const root = path.dirname(fileURLToPath(import.meta.url));
  const app = await buildGateway({
    config,
    productVersion: productVersion(root),
    demoSignIns: demo?.signIns ?? [],
    consoleFolder: path.join(root, '../console'),
    outbound,
    ...(embedded ? { embedded } : {}),
    ...(demo ? { lab: demo.lab } : {}),
  });
  let provider: { issuer: string; close(): Promise<void> } | undefined;
  const stop = async () => {
    await app.close();
    await provider?.close();
    await outbound.close();
    await embedded?.database.close();
  };
  try {
    await app.listen({ host: config.HOST, port: config.PORT });
    provider = await demo?.startProvider(publicUrl(config, portOf(app)).origin);
  } catch (error) {
    await stop();
    throw explainListening(error as NodeJS.ErrnoException, config);
  }
  const bound = { ...config, PORT: portOf(app) ?? config.PORT };
  print(banner(bound, demo?.signIns ?? [], notes, provider?.issuer));
  let stopping = false;
  const onSignal = () => {
    if (stopping) return;
    stopping = true;
    stop().then(() => process.exit(0), fail);
  };
  process.on('SIGTERM', onSignal).on('SIGINT', onSignal);
}

function whereDataIs(config: Config): { databaseUrl: string } | { dataDir: string } {
  return config.DATABASE_URL ? { databaseUrl: config.DATABASE_URL } : { dataDir: config.DATA_DIR };
}

/** Creates the one administrator in an empty store. @returns what to print of it */
async function firstAdministrator(database: Database, config: Config): Promise<string[]> {
  if (!(await isEmpty(database.db))) return [];
  const password = await createAdministrator(database.db, config.ADMIN_PASSWORD);
  const shown = config.ADMIN_PASSWORD
    ? 'the password in ADMIN_PASSWORD'
    : `the password ${password} (shown this once)`;
  return [`Sign in as admin with ${shown}`];
}

function banner(
  config: Config,
  demoSignIns: GatewayInfo['demo_sign_ins'],
  notes: string[],
  issuer: string | undefined,
): string {
  const data = config.DATABASE_URL
    ? `PostgreSQL at ${new URL(config.DATABASE_URL).host}`
    : `${path.resolve(config.DATA_DIR)} (delete it to begin again)`;
  return [
    '',
    `  Palisade Console   ${publicUrl(config).href}`,
    config.SERVICE_URL
      ? `  Service            ${config.SERVICE_URL} (remote)`
      : `  Data               ${data}`,
    ...(issuer ? [`  Demo provider      ${issuer} (its certificate is its own: the browser asks once)`] : []),
    ...notes.map((note) => `  ${note}`),
    ...(demoSignIns.length > 0 ? ['', '  Demo sign-ins'] : []),
    ...demoSignIns.map(
      ({ login, password, what }) => `    ${login.padEnd(10)} ${password.padEnd(20)} ${what}`,
    ),
    '',
    '',
  ].join('\n');
}

function productVersion(root: string): string {
  const { version } = JSON.parse(readFileSync(path.join(root, '../../package.json'), 'utf8')) as {
    version: string;
  };
  return version;
}

function explainListening(error: NodeJS.ErrnoException, config: Config): Error {
  if (error.message.startsWith('The demo provider cannot listen'))
    return new StartError(`${error.message}: stop that, or set another DEMO_PROVIDER_PORT`);
  const where = `${config.HOST}:${config.PORT}`;
  if (error.code === 'EADDRINUSE')
    return new StartError(`${where} is taken by another process: stop it, or set another PORT`);
  if (error.code === 'EACCES')
    return new StartError(`This user may not listen on ${where}: set a PORT from 1024 on`);
  if (error.code === 'EADDRNOTAVAIL')
    return new StartError(`This machine does not have the address ${config.HOST}: set another HOST`);
  return error;
}

function print(text: string): void {
  process.stdout.write(text);
}

function fail(error: unknown): void {
  if (error instanceof ConfigError) {
    process.stderr.write(`${error.sentences.join('\n')}\n`);
    process.exit(2);
  }
  const known = error instanceof StoreError || error instanceof StartError;
  process.stderr.write(`${known ? error.message : String(error instanceof Error ? error.stack : error)}\n`);
  process.exit(1);
}

main().catch(fail);
