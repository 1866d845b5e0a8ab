import { describe, expect, it } from 'vitest';
import { anyTestStore } from '../../../testing/databases.ts';
import { recording } from '../../../testing/service.ts';
import { unitOfWork } from './stores.ts';

// PGlite has one session.
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
    await stores.users.suspend(bob, true);
    expect(await onlyHolder()).toBe(ada);
    await database.close();
  });
});
