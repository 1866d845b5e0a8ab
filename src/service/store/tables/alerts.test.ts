import { describe, expect, it } from 'vitest';
import { anyTestStore, testStores } from '../../../testing/databases.ts';
import { recording } from '../../../testing/service.ts';
import { unitOfWork } from './stores.ts';

// PGlite has one session.
describe.skipIf(testStores().length < 2)('alerts of several instances', () => {
  it('are each given to one of them, without waiting', async () => {
    const { open } = testStores()[1]!;
    const database = await open();
    const at = new Date('2026-01-01T12:00:00Z');
    const { stores, transaction } = unitOfWork(database.db, () => at, recording);
    await stores.alerts.raise('job.failed', at, { user: '/users/1' });
    await stores.alerts.raise('job.failed', at, { user: '/users/2' });
    const taken = await transaction(async (one) => {
      const mine = await one.alerts.takeDue(at);
      const theirs = await transaction((other) => other.alerts.takeDue(at));
      const none = await transaction(async (other) => {
        await other.alerts.takeDue(at);
        return stores.alerts.takeDue(at);
      });
      return [mine, theirs, none].map((alert) => alert?.data.user);
    });
    // Both are due since the same time.
    expect(new Set(taken)).toEqual(new Set(['/users/1', '/users/2', undefined]));
    await database.close();
  });
});

describe.each(anyTestStore())('the last administrator on $name', ({ open }) => {
  it("isn't one who is suspended", async () => {
    const database = await open();
    const { stores } = unitOfWork(database.db, () => new Date(), recording);
    const role = await stores.roles.insert({ name: 'Administrators', admin_group_id: 0 });
    await stores.roles.setFeatures(role, [{ name: 'group_admin', privilege: 'rw' }]);
    await stores.roles.setGroups(role, [0]);
    const [ada = 0, bob = 0] = await Promise.all(
      ['ada', 'bob'].map((login) =>
        stores.users.insert({ login, display_name: '', group_id: 0, password_hash: 'x' }),
      ),
    );
    for (const id of [ada, bob]) await stores.users.setRoles(id, [role]);
    const onlyHolder = () => stores.alerts.onlyHolder(0, 'group_admin', 'rw');
    expect(await onlyHolder()).toBeNull();
    await stores.users.suspend(bob, 'ada');
    expect(await onlyHolder()).toBe(ada);
    await database.close();
  });
});
