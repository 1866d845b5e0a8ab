import { afterAll, beforeAll } from 'vitest';
import type { Database } from '../../service/store/database/database.ts';
import { startTestService, type TestService } from '../service.ts';

/**
 * Starts a service on its own database before the tests of a `describe` block, and closes both after them.
 * @returns the service and its database; empty until the first test
 */
export function testServiceOn(
  open: () => Promise<Database>,
  options: Parameters<typeof startTestService>[1] = {},
): TestService & { database: Database } {
  // Filled before anything reads it.
  const service = {} as TestService & { database: Database };
  beforeAll(async () => {
    const database = await open();
    Object.assign(service, { database }, await startTestService(database, options));
  });
  afterAll(async () => {
    await service.close();
    await service.database.close();
  });
  return service;
}
