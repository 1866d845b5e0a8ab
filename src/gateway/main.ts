import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { GatewayInfo } from '../contract/gateway.ts';
import { createAdministrator, isEmpty, loadDataSet } from '../service/data-set.ts';
import { openDatabase, type Database } from '../service/store/database.ts';
import { StoreError } from '../service/store/store-error.ts';
import { ConfigError, help, readConfig, type Config } from './config.ts';
import { buildGateway, publicUrl } from './server.ts';

/** Something that the person who starts the product can mend: printed without a stack. */
class StartError extends Error {}

async function main(): Promise<void> {
  if (process.argv.includes('--help')) {
    process.stdout.write(help());
    return;
  }
  const config = readConfig(process.env, process.argv.includes('--demo'));
  const database = config.SERVICE_URL ? undefined : await openDatabase(whereDataIs(config));
  const { demoSignIns, notes } = database ? await fill(database, config) : { demoSignIns: [], notes: [] };
  const root = path.dirname(fileURLToPath(import.meta.url));
  const app = await buildGateway({
    config,
    productVersion: productVersion(root),
    demoSignIns,
    consoleFolder: path.join(root, '../console'),
    ...(database ? { database } : {}),
  });
  const stop = async () => {
    await app.close();
    await database?.close();
  };
  try {
    await app.listen({ host: config.HOST, port: config.PORT });
  } catch (error) {
    await stop();
    throw explainListening(error as NodeJS.ErrnoException, config);
  }
  const bound = app.server.address();
  const port = typeof bound === 'object' && bound ? bound.port : config.PORT;
  print(banner({ ...config, PORT: port }, demoSignIns, notes));
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

interface Filled {
  demoSignIns: GatewayInfo['demo_sign_ins'];
  notes: string[];
}

/** Fills an empty store: with the demo data, or with the one administrator. */
async function fill(database: Database, config: Config): Promise<Filled> {
  const empty = await isEmpty(database.db);
  if (config.demo) {
    // Loaded here alone, so that nothing of the demo runs in production.
    const { demoDataSet, demoSignIns } = await import('../demo/data-set.ts');
    if (empty) await loadDataSet(database.db, demoDataSet(config.DEMO_PASSWORD));
    return { demoSignIns: demoSignIns(config.DEMO_PASSWORD), notes: [] };
  }
  if (!empty) return { demoSignIns: [], notes: [] };
  const password = await createAdministrator(database.db, config.ADMIN_PASSWORD);
  const shown = config.ADMIN_PASSWORD
    ? 'the password in ADMIN_PASSWORD'
    : `the password ${password} (shown this once)`;
  return { demoSignIns: [], notes: [`Sign in as admin with ${shown}`] };
}

function banner(config: Config, demoSignIns: GatewayInfo['demo_sign_ins'], notes: string[]): string {
  const data = config.DATABASE_URL
    ? `PostgreSQL at ${new URL(config.DATABASE_URL).host}`
    : `${path.resolve(config.DATA_DIR)} (delete it to begin again)`;
  return [
    '',
    `  Palisade Console   ${publicUrl(config).href}`,
    config.SERVICE_URL
      ? `  Service            ${config.SERVICE_URL} (remote)`
      : `  Data               ${data}`,
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
