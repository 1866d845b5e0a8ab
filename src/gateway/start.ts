import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  createAdministrator,
  hasAnotherPassword,
  resetAdministrator,
} from '../service/domain/access/first-administrator.ts';
import type { UnitOfWork } from '../service/domain/ports.ts';
import { createOutbound } from '../service/outbound/outbound.ts';
import { urlsIn, type Webhook } from '../service/outbound/webhook.ts';
import type { Database } from '../service/store/database/database.ts';
import { explainStorage } from '../service/store/database/store-error.ts';
import { unitOfWork } from '../service/store/tables/stores.ts';
import { ownActivity, type OwnActivity } from './activity-log.ts';
import { loopback, proxyIn, type Config, StartError } from './config.ts';
import type { prepareDemo } from './demo/demo.ts';
import { readSecretKey } from './secret-key.ts';
import { buildGateway, portOf, publicUrl } from './server.ts';
import type { FastifyInstance } from 'fastify';
import type { GatewayInfo } from '../contract/gateway.ts';
import { readDatabaseUrl } from '../service/store/database/database-url.ts';
import { systemClock } from '../service/system-clock.ts';

interface StartOptions {
  config: Config;
  /** For the embedded service; undefined with a remote one. */
  database: Database | undefined;
  /** Absent in production. */
  prepareDemo: typeof prepareDemo | undefined;
}

/** Connections that the system takes before the process does. */
const connectionsWaiting = 4_096;

/**
 * Sets up an empty database and listens.
 * @returns the text to print, and how to finish current requests and close the database
 * @throws StartError for problems that the operator can fix
 */
export async function startGateway({ config, database, prepareDemo }: StartOptions) {
  const outbound = createOutbound({
    allow: config.OUTBOUND_ALLOW ?? [],
    insecureTls: config.OUTBOUND_INSECURE_TLS,
    proxy: proxyIn(config),
  });
  const alerts = database && webhookIn(config);
  const embedded = database && { database, secretKey: await readSecretKey(config, database) };
  const activity = ownActivity(config);
  const demo = embedded && prepareDemo?.(config, embedded, outbound, activity);
  const demoSignIns = demo?.signIns ?? [];
  const root = path.dirname(fileURLToPath(import.meta.url));
  const consoleFolder = path.join(root, '../console');
  const building = buildGateway({
    config,
    productVersion: productVersion(root),
    demoSignIns,
    // In development, Vite serves the console instead.
    ...(existsSync(path.join(consoleFolder, 'index.html')) ? { consoleFolder } : {}),
    outbound,
    ...(alerts ? { alerts } : {}),
    onReload: (reload) => process.on('SIGHUP', reload),
    ...(embedded ? { embedded } : {}),
    ...(demo ? { lab: demo.lab, isFilling: demo.isFilling } : {}),
  });
  // Concurrently: one uses the CPU while the other waits for the database.
  const filling = demo ? demo.load() : database && firstAdministrator(database, config, activity);
  const [app, notes = []] = await Promise.all([building, filling]).catch(async (error: unknown) => {
    // Its background jobs would keep querying a database that's about to be closed.
    await building.then((built) => built.close()).catch(() => undefined);
    throw error;
  });
  activity.openLog(app.log);
  let provider: { issuer: string; close(): Promise<void> } | undefined;
  const others = [() => provider?.close(), () => outbound.close(), () => alerts?.outbound.close()];
  const stop = () => stopAll({ app, others, database });
  try {
    // With the default backlog of 511, more clients that connect simultaneously would retry only seconds later.
    await app.listen({ host: config.HOST, port: config.PORT, backlog: connectionsWaiting });
    provider = await demo?.startProvider(publicUrl(config, portOf(app)).origin);
  } catch (error) {
    await stop();
    throw explainListening(error as NodeJS.ErrnoException, config);
  }
  const bound = { ...config, PORT: portOf(app) ?? config.PORT };
  return { banner: banner(bound, { demoSignIns, notes, issuer: provider?.issuer }), stop };
}

/** Where to send alerts. Only they may reach this machine at that port. */
function webhookIn(config: Config): Webhook | undefined {
  const { ALERT_WEBHOOK_URL: url, ALERT_WEBHOOK_SECRET: secret } = config;
  if (url === undefined) return undefined;
  const local = urlsIn(url)
    .map((each) => new URL(each))
    .filter(({ hostname }) => loopback.has(hostname));
  const allow = [...(config.OUTBOUND_ALLOW ?? []), ...local.map(({ host }) => host)];
  return { url, secret, outbound: createOutbound({ allow, proxy: proxyIn(config) }) };
}

/** Creates the first administrator in an empty database. @returns lines to print */
async function firstAdministrator(
  database: Database,
  config: Config,
  activity: OwnActivity,
): Promise<string[]> {
  const work = unitOfWork(database.background, systemClock, activity);
  const password = await createAdministrator(work, config.ADMIN_PASSWORD);
  if (password === undefined) return notesOnPassword(work, config);
  const passwordText = config.ADMIN_PASSWORD
    ? 'the password in ADMIN_PASSWORD'
    : `the password ${password} (shown only once)`;
  return [`Sign in as admin with ${passwordText}`];
}

/** @returns lines to print about a password of the first administrator that's set after the first start */
async function notesOnPassword(
  work: UnitOfWork,
  { ADMIN_PASSWORD: password, ADMIN_PASSWORD_RESET: isReset }: Config,
): Promise<string[]> {
  if (password === undefined) {
    if (isReset)
      throw new StartError('ADMIN_PASSWORD_RESET needs the new password in ADMIN_PASSWORD: set it');
    return [];
  }
  if (isReset && !(await resetAdministrator(work, password)))
    throw new StartError(
      "ADMIN_PASSWORD_RESET can't find the user admin: remove it, and sign in as another user",
    );
  if (isReset) return ['The password of admin is now the one in ADMIN_PASSWORD: remove ADMIN_PASSWORD_RESET'];
  if (!(await hasAnotherPassword(work, password))) return [];
  return [
    "ADMIN_PASSWORD isn't the password of admin, because it's used on the first start only. If the password is lost, start once with ADMIN_PASSWORD_RESET=true",
  ];
}

function productVersion(root: string): string {
  const { version } = JSON.parse(readFileSync(path.join(root, '../../package.json'), 'utf8')) as {
    version: string;
  };
  return version;
}

function explainListening(error: NodeJS.ErrnoException, config: Config): Error {
  if (error.message.startsWith("The demo provider can't listen"))
    return new StartError(`${error.message}: stop that, or set another DEMO_PROVIDER_PORT`);
  const where = `${config.HOST}:${config.PORT}`;
  if (error.code === 'EADDRINUSE')
    return new StartError(`${where} is in use by another process: stop it, or set another PORT`);
  if (error.code === 'EACCES')
    return new StartError(`This user isn't allowed to listen on ${where}: set PORT to 1024 or higher`);
  if (error.code === 'EADDRNOTAVAIL')
    return new StartError(`This machine doesn't have the address ${config.HOST}: set another HOST`);
  if (error.code === 'ENOTFOUND' || error.code === 'EAI_AGAIN')
    return new StartError(`HOST ${config.HOST} doesn't resolve to an address: set another HOST`);
  return explainStorage(error) ?? error;
}

/** What's running, in shutdown order. */
interface Running {
  app: FastifyInstance;
  others: readonly (() => Promise<void> | undefined)[];
  database: Database | undefined;
}

/** How long requests and jobs may take to finish: a frozen database would hold them for longer. */
const patienceMilliseconds = 5_000;

/** Finishes current requests and closes everything, even if the database is frozen. */
export async function stopAll({ app, others, database }: Running): Promise<void> {
  const impatience = setTimeout(() => database?.abort(), patienceMilliseconds);
  try {
    await app.close();
    for (const close of others) await close();
    await database?.close();
  } finally {
    clearTimeout(impatience);
  }
}

interface BannerOptions {
  demoSignIns: GatewayInfo['demo_sign_ins'];
  /** Sentences to print below the URLs. */
  notes: readonly string[];
  issuer: string | undefined;
}

/** The text printed after the start: URLs, sign-ins and the data's location. */
function banner(config: Config, { demoSignIns, notes, issuer }: BannerOptions): string {
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
