import { setDefaultAutoSelectFamilyAttemptTimeout } from 'node:net';
import { openDatabase, type DatabaseOptions } from '../service/store/database/database.ts';
import { explainStorage, StoreError } from '../service/store/database/store-error.ts';
import { addressMilliseconds, ConfigError, help, readConfig, type Config, StartError } from './config.ts';

/** Service managers kill a stopping process, often after ten seconds. */
const deadlineMilliseconds = 9_000;

async function main(): Promise<void> {
  if (process.argv.includes('--help')) {
    process.stdout.write(help());
    return;
  }
  setDefaultAutoSelectFamilyAttemptTimeout(addressMilliseconds);
  const config = readConfig(process.env, process.argv.includes('--demo'), printNote);
  // Opening the database takes longest and runs in its own thread, so the rest is loaded concurrently.
  const [database, { startGateway }, demo] = await Promise.all([
    config.SERVICE_URL ? undefined : openDatabase(whereDataIs(config)),
    import('./start.ts'),
    // Loaded only here, so that no demo code runs in production.
    config.demo && !config.SERVICE_URL ? import('./demo/demo.ts') : undefined,
  ]);
  const starting = startGateway({ config, database, prepareDemo: demo?.prepareDemo });
  const { banner, stop } = await starting.catch(async (error: unknown) => {
    // Releases the data folder for the next start.
    await database?.close().catch(() => undefined);
    throw error;
  });
  let stopping = false;
  const onSignal = () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => {
      process.stderr.write('Stopped before all work had finished\n');
      process.exit(0);
    }, deadlineMilliseconds).unref();
    stop().then(() => process.exit(0), fail);
  };
  process.on('SIGTERM', onSignal).on('SIGINT', onSignal);
  // Last, because readers may send a signal immediately.
  process.stdout.write(banner);
}

function whereDataIs(config: Config): DatabaseOptions {
  if (config.DATABASE_URL)
    return { databaseUrl: config.DATABASE_URL, onWait: printNote, onRepair: printNote };
  return { dataDir: config.DATA_DIR, onWait: printNote, onRepair: printNote, onLost: fail };
}

function printNote(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
}

function fail(error: unknown): void {
  const known = error instanceof StoreError || error instanceof StartError ? error : explainStorage(error);
  process.stderr.write(`${known?.message ?? String(error instanceof Error ? error.stack : error)}\n`);
  process.exit(error instanceof ConfigError ? 2 : 1);
}

main().catch(fail);
