import { expect, it } from 'vitest';
import { testStores } from '../../../testing/databases.ts';
import { loadData, recording } from '../../../testing/service.ts';
import { unitOfWork } from './stores.ts';

it.each(testStores())(
  'takes no more unfinished jobs than the limit from a burst on $name',
  async ({ open }) => {
    const database = await open();
    await loadData(database.db);
    const { stores, transaction } = unitOfWork(
      database.db,
      () => new Date('2026-01-01T12:00:00Z'),
      recording,
    );
    const [admin, tenant] = [1, 2];
    const burst = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        // Some in a transaction with more, as the deletion of a group is.
        index % 2 === 0
          ? stores.jobs.enqueue(admin, 'write', {}, 'Waiting', 7)
          : transaction((inside) => inside.jobs.enqueue(admin, 'write', {}, 'Waiting', 7)),
      ),
    );
    expect(burst.filter((job) => job !== undefined)).toHaveLength(7);
    expect(await stores.jobs.enqueue(tenant, 'write', {}, 'Waiting', 7)).toMatchObject({ login: 'tenant' });
    await database.close();
  },
);
