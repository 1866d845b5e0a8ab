import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSecretBox } from '../service/domain/secret-box.ts';
import { bindSecret } from '../service/domain/oidc/stored-secret.ts';
import type { Database } from '../service/store/database/database.ts';
import { anyTestStore } from '../testing/databases.ts';
import { newOp } from '../testing/oidc-op.ts';
import { readConfig } from './config.ts';
import { temporaryFolder } from '../tooling/temporary-folder.ts';
import { readSecretKey } from './secret-key.ts';

/** An instance with a data folder of its own. */
function instance(environment: Record<string, string> = {}) {
  const folder = temporaryFolder('key');
  const config = readConfig({ DATA_DIR: folder, ...environment }, false);
  const file = path.join(folder, 'secret.key');
  return { folder, file, read: (database: Database) => readSecretKey(config, database) };
}

async function storeSecret({ db }: Database, key: string, bound = false): Promise<void> {
  const now = new Date();
  const box = createSecretBox(key);
  const client_secret = bound ? bindSecret(box, 1, 's', newOp.token_endpoint) : box.seal('s', '/oidc_ops/1');
  const unset = { userinfo_endpoint: '', jwks_uri: '', metadata_url: '', post_logout_redirect_uri: '' };
  const more = { scope: '', logout_method: '', announces_iss: false, created_at: now, updated_at: now };
  const values = { ...newOp, ...unset, ...more, id: 1, client_secret };
  await db.insertInto('oidc_ops').values(values).execute();
}

const given = 'g'.repeat(40);
const other = 'o'.repeat(40);

describe.each(anyTestStore())('the secret key on $name', ({ open }) => {
  let database: Database;
  beforeEach(async () => {
    database = await open();
  });
  afterEach(() => database.close());

  it('is created once, readable only by this user, and reused', async () => {
    const { folder, file, read } = instance();
    const key = await read(database);
    expect(readFileSync(file, 'utf8')).toBe(`${key}\n`);
    expect(key).toHaveLength(43);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(['secret.key']);
    expect(await read(database)).toBe(key);
  });

  it("is rejected if it isn't the database's key", async () => {
    const first = instance({ SECRET_KEY: given });
    expect(await first.read(database)).toBe(given);
    await expect(instance({ SECRET_KEY: other }).read(database)).rejects.toThrow(
      "SECRET_KEY: isn't this database's key",
    );
    const empty = instance();
    await expect(empty.read(database)).rejects.toThrow('is missing, but the database needs it');
    expect(existsSync(empty.file)).toBe(false);
    const replaced = instance();
    writeFileSync(replaced.file, other);
    await expect(replaced.read(database)).rejects.toThrow("isn't this database's key");
    expect(readFileSync(replaced.file, 'utf8')).toBe(other);
  });

  it.each(['', '\n', ' '.repeat(64), 'x'.repeat(31)])(
    'is rejected if its file is too short: %j',
    async (text) => {
      const { file, read } = instance();
      writeFileSync(file, text);
      await expect(read(database)).rejects.toThrow(/has \d+ characters, but a key has at least 32/);
    },
  );

  it.each([false, true])(
    'becomes that of an older database only where it opens what is stored there',
    async (bound) => {
      await storeSecret(database, given, bound);
      await expect(instance().read(database)).rejects.toThrow('is missing, but the database needs it');
      await expect(instance({ SECRET_KEY: other }).read(database)).rejects.toThrow(
        "isn't this database's key",
      );
      expect(await database.db.selectFrom('service_facts').selectAll().execute()).toEqual([]);
      expect(await instance({ SECRET_KEY: given }).read(database)).toBe(given);
    },
  );

  it('can be replaced after removing the secrets (docs/administrator.md)', async () => {
    expect(await instance({ SECRET_KEY: given }).read(database)).toBe(given);
    await storeSecret(database, given);
    const guide = readFileSync('docs/administrator.md', 'utf8');
    const [, statements = ''] = /(delete from service_facts[^"]*)"/.exec(guide) ?? [];
    expect(statements).toContain('update oidc_ops');
    for (const statement of statements.split(';')) {
      const { rows } = await database.db.executeQuery({
        ...database.db.selectFrom('groups').selectAll().compile(),
        sql: statement,
        parameters: [],
      });
      expect(rows).toEqual([]);
    }
    expect(await instance({ SECRET_KEY: other }).read(database)).toBe(other);
  });

  it('is the same for several instances that start concurrently', async () => {
    const instances = Array.from({ length: 4 }, () => instance());
    const results = await Promise.allSettled(instances.map(({ read }) => read(database)));
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
    // The others keep no key that is of no use.
    const kept = instances.filter(({ file }) => existsSync(file));
    expect(kept).toHaveLength(1);
    expect(results[instances.indexOf(kept[0] ?? instance())]?.status).toBe('fulfilled');
  });
});
