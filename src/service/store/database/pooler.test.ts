import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { freePort } from '../../../tooling/postgres-cluster.mjs';
import { filesOnPath } from '../../../tooling/programs.mjs';
import { openPostgres, type PostgresPools } from './postgres.ts';
import { statementLimits } from './statement-limits.ts';

const server = process.env['TEST_DATABASE_URL'];
const program = [...filesOnPath('pgbouncer'), '/usr/sbin/pgbouncer'].find((file) => existsSync(file));
const ignored =
  'ignore_startup_parameters = statement_timeout,lock_timeout,idle_in_transaction_session_timeout';

describe.skipIf(!server || !program)('PostgreSQL behind PgBouncer', () => {
  const file = path.join(os.tmpdir(), `palisade-pgbouncer-${process.pid}.ini`);
  let pooler: ChildProcess | undefined;
  let pools: PostgresPools | undefined;
  afterEach(async () => {
    for (const pool of [pools?.requests, pools?.background, pools?.probe, pools?.migrating])
      await pool?.end();
    pools = undefined;
    pooler?.kill();
    rmSync(file);
  });

  /** Connects through PgBouncer with these settings. */
  async function connect(...settings: string[]): Promise<PostgresPools> {
    const url = new URL(server ?? '');
    const port = await freePort();
    const configuration = [
      '[databases]',
      `* = host=${url.hostname} port=${url.port} user=${url.username}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = any',
      ...settings,
    ];
    writeFileSync(file, configuration.join('\n'));
    // PgBouncer refuses to run as root.
    const user = process.getuid?.() === 0 ? ['-u', 'postgres'] : [];
    pooler = spawn(program ?? '', [...user, file], { stdio: 'ignore' });
    url.port = String(port);
    await expect.poll(() => once(net.connect(port, '127.0.0.1').unref(), 'connect')).toBeDefined();
    return openPostgres(url.href, statementLimits);
  }

  it('is used if it pools sessions', async () => {
    pools = await connect('pool_mode = session', ignored);
    expect(await pools.requests.query('select 1 as one', [])).toMatchObject({ rows: [{ one: 1 }] });
  });

  it('is rejected if it pools transactions, which mixes up prepared statements', async () => {
    await expect(connect('pool_mode = transaction', ignored)).rejects.toThrow(
      'pools transactions: configure it to pool sessions',
    );
  });

  it('is rejected with the setting that is missing', async () => {
    await expect(connect('pool_mode = session')).rejects.toThrow(
      "rejects statement_timeout: add it to PgBouncer's ignore_startup_parameters",
    );
  });
});
