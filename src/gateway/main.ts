import { openDatabase, type DatabaseOptions } from '../service/store/database/database.ts';
import { explainStorage, StoreError } from '../service/store/database/store-error.ts';
import { ConfigError, help, readConfig, type Config } from './config.ts';
import { StartError } from './start-error.ts';

/** Whoever stops a process kills it soon after, often in ten seconds. */
const deadlineMilliseconds = 9_000;

async function main(): Promise<void> {
  if (process.argv.includes('--help')) {
    process.stdout.write(help());
    return;
  }
  const config = readConfig(process.env, process.argv.includes('--demo'));
  // Opening the database takes longest, and happens in a thread of its own: the rest is loaded meanwhile.
  const [database, { startGateway }, demo] = await Promise.all([
    config.SERVICE_URL ? undefined : openDatabase(whereDataIs(config)),
    import('./start.ts'),
    // Loaded here alone, so that nothing of the demo runs in production.
    config.demo && !config.SERVICE_URL ? import('./demo.ts') : undefined,
  ]);
  const starting = startGateway({ config, database, prepareDemo: demo?.prepareDemo });
  const { banner, stop } = await starting.catch(async (error: unknown) => {
    // So that the next start finds a data folder that was given back.
    await database?.close().catch(() => undefined);
    throw error;
  });
  let stopping = false;
  const onSignal = () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => {
      process.stderr.write('Stopped before everything under way had ended\n');
      process.exit(0);
    }, deadlineMilliseconds).unref();
    stop().then(() => process.exit(0), fail);
  };
  process.on('SIGTERM', onSignal).on('SIGINT', onSignal);
  // Last: whoever has read it may send a signal at once.
  process.stdout.write(banner);
}

function whereDataIs(config: Config): DatabaseOptions {
  if (config.DATABASE_URL) return { databaseUrl: config.DATABASE_URL };
  const onWait = (sentence: string) => process.stderr.write(`${sentence}\n`);
  return { dataDir: config.DATA_DIR, onWait, onLost: fail };
}

function fail(error: unknown): void {
  if (error instanceof ConfigError) {
    process.stderr.write(`${error.sentences.join('\n')}\n`);
    process.exit(2);
  }
  const known = error instanceof StoreError || error instanceof StartError ? error : explainStorage(error);
  process.stderr.write(`${known?.message ?? String(error instanceof Error ? error.stack : error)}\n`);
  process.exit(1);
}

main().catch(fail);
