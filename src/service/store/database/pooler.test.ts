import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { queryOn } from '../../../testing/databases.ts';
import { freePort } from '../../../tooling/postgres-cluster.ts';
import { findProgram } from '../../../tooling/programs.ts';
import { openPostgres, type PostgresPools, statementLimits } from './postgres.ts';

const server = process.env['TEST_DATABASE_URL'];
const program = findProgram('pgbouncer', '/usr/sbin/pgbouncer');

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

  /** Starts PgBouncer with these settings. @returns the URL of its database */
  async function startPooler(...settings: string[]): Promise<string> {
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
    return url.href;
  }

  it('is used if it pools sessions, with the time limits', async () => {
    pools = await openPostgres(await startPooler('pool_mode = session'), statementLimits);
    const { rows } = await queryOn(
      pools.requests,
      "select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock",
    );
    expect(rows).toEqual([{ statement: '15s', lock: '5s' }]);
  });

  it.each(['server_round_robin = 0', 'server_round_robin = 1'])(
    'is rejected if it pools transactions and has several connections to the server: %s',
    async (order) => {
      const url = await startPooler('pool_mode = transaction', order);
      // Others of the same user, whose connections to the server are used next.
      const others = Array.from({ length: 6 }, () => new Client({ connectionString: url }));
      for (const other of others) await other.connect();
      await Promise.all(others.map((other) => other.query('select pg_sleep(0.2)')));
      for (let count = 0; count < 10; count += 1)
        await expect(openPostgres(url, statementLimits)).rejects.toThrow('pools transactions');
      for (const other of others) await other.end();
    },
  );

  it('is rejected with the parameter that it rejects', async () => {
    const url = await startPooler('pool_mode = session');
    await expect(openPostgres(`${url}?options=-cgeqo%3Doff`, statementLimits)).rejects.toThrow(
      "rejects options: add it to PgBouncer's ignore_startup_parameters",
    );
  });
});
