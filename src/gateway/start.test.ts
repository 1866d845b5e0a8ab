import { expect, it } from 'vitest';
import { openTestDatabase } from '../testing/databases.ts';
import { readConfig } from './config.ts';
import { startGateway } from './start.ts';

it("ADMIN_PASSWORD that isn't admin's is named after the first start, and resets a lost one", async () => {
  const database = await openTestDatabase();
  const start = async (more: Record<string, string>) => {
    const secret = { SECRET_KEY: 'a secret key of enough characters' };
    const config = readConfig(
      { PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'fatal', ...secret, ...more },
      false,
    );
    const lent = { ...database, close: () => Promise.resolve() };
    const { banner, stop } = await startGateway({ config, database: lent, prepareDemo: undefined });
    await stop();
    return banner;
  };
  const [first, other] = ['the first password', 'another password'];
  expect(await start({ ADMIN_PASSWORD: first })).toContain(
    'Sign in as admin with the password in ADMIN_PASSWORD',
  );
  expect(await start({ ADMIN_PASSWORD: first })).not.toContain('ADMIN_PASSWORD');
  expect(await start({ ADMIN_PASSWORD: other })).toMatch(
    /isn't the password of admin.*ADMIN_PASSWORD_RESET=true/,
  );
  await expect(start({ ADMIN_PASSWORD_RESET: 'true' })).rejects.toThrow('needs the new password');
  const reset = { ADMIN_PASSWORD: other, ADMIN_PASSWORD_RESET: 'true' };
  expect(await start(reset)).toContain('The password of admin is now the one in ADMIN_PASSWORD');
  expect(await start({ ADMIN_PASSWORD: other })).not.toContain('ADMIN_PASSWORD');
  await database.close();
});
