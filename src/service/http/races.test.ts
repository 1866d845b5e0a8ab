import type { Transaction } from 'kysely';
import { describe, expect, it } from 'vitest';
import { testStores, waitingForLocks } from '../../testing/databases.ts';
import { userNamed } from '../../testing/misbehaving-provider.ts';
import { cookieOf, oidcSetupOn } from '../../testing/oidc-setup.ts';
import { password, refusedWith } from '../../testing/service.ts';
import type { Tables } from '../store/database/schema.ts';
import { roleStore } from '../store/tables/roles.ts';

describe.each(testStores())('simultaneous requests on $name', ({ open, name }) => {
  const scene = oidcSetupOn(open);
  const { service } = scene;

  const idOf = (path: string) => Number(/\d+$/.exec(path)?.[0]);
  let groups = 0;
  const newGroup = async () =>
    idOf((await service.create('/groups/4/groups', { name: `Group ${(groups += 1)}` })).group_resource);
  const newUser = async (login: string, values: object = {}) => {
    const user = { login, group_resource: '/groups/4', password, ...values };
    return idOf((await service.create('/users', user)).user_resource);
  };
  const role = (called: string) => ({ name: called, admin_group: '/groups/4' });
  const newRole = async (called: string) => (await service.create('/roles', role(called))).role_resource;

  it('keep both changes when one sends the name of a group and another its description', async () => {
    const path = `/groups/${await newGroup()}`;
    for (let round = 0; round < 8; round += 1) {
      const statuses = await Promise.all([
        service.put(path, { name: `Name ${round}` }),
        service.put(path, { description: `Description ${round}` }),
      ]);
      expect(statuses.map(({ status }) => status)).toEqual([200, 200]);
      expect((await service.get(path)).body).toMatchObject({
        name: `Name ${round}`,
        description: `Description ${round}`,
      });
    }
  });

  it('keep both changes of one user, and of one role', async () => {
    const user = `/users/${await newUser('edited')}`;
    const edited = await newRole('Edited');
    for (let round = 0; round < 5; round += 1) {
      await Promise.all([
        service.put(user, { login: `edited-${round}` }),
        service.put(user, { display_name: `Edited ${round}` }),
        service.put(edited, { name: `Role ${round}` }),
        service.put(edited, { description: `Description ${round}` }),
      ]);
      const found = await service.get(`/users?search=edited-${round}`);
      expect(found.body).toMatchObject({
        data: [{ login: `edited-${round}`, display_name: `Edited ${round}` }],
      });
      expect((await service.get(edited)).body).toMatchObject({
        name: `Role ${round}`,
        description: `Description ${round}`,
      });
    }
  });

  it('give every update of an OIDC configuration its own updated_at', async () => {
    const path = `/oidc_ops/${scene.op}`;
    const { body: before } = await service.get(path);
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        service.put(path, { post_logout_redirect_uri: `https://acme.example/${index}` }),
      ),
    );
    const times = responses.map(({ body }) => (body as { updated_at: string }).updated_at);
    expect(new Set([...times, (before as { updated_at: string }).updated_at]).size).toBe(21);
    const { body: after } = await service.get(path);
    expect((after as { updated_at: string }).updated_at).toBe(times.toSorted().at(-1));
  });

  it('create only one of several logins that look alike', async () => {
    const alike = ['racer', 'Racer', 'r\u0430cer', 'rac\u200ber', '\uff52acer'];
    const responses = await Promise.all(
      alike.map((login) => service.post('/users', { login, group_resource: '/groups/4' })),
    );
    const statuses = responses.map(({ status }) => status).toSorted((left, right) => left - right);
    expect(statuses).toEqual([201, 409, 409, 409, 409]);
  });

  it('leave one administrator with a password when two remove theirs concurrently', async () => {
    const rival = `/users/${await newUser('rival', { role_resources: ['/roles/1'] })}`;
    const holders = () =>
      scene.database.db
        .selectFrom('users')
        .innerJoin('user_roles', 'user_roles.user_id', 'users.id')
        .select(['id', 'password_hash'])
        .where('role_id', '=', 1)
        .execute();
    const before = await holders();
    await service.signIn('rival');
    const responses = await Promise.all([
      service.put(rival, { password: null }),
      service.request('rival', 'PUT', '/users/1', { password: null }),
    ]);
    const statuses = responses.map(({ status }) => status).toSorted((left, right) => left - right);
    expect(statuses[0]).toBe(200);
    // Refused by the rule, or signed out by the other one first.
    expect([401, 409]).toContain(statuses[1]);
    expect((await holders()).filter((holder) => holder.password_hash !== null)).toHaveLength(1);
    for (const { id, password_hash: hash } of before)
      await scene.database.db
        .updateTable('users')
        .set({ password_hash: hash })
        .where('id', '=', id)
        .execute();
  });

  /** Sends a request that has to wait for what a transaction has locked, and lets that transaction end first. */
  async function overtaken<Result>(
    change: (transaction: Transaction<Tables>) => Promise<unknown>,
    request: () => Promise<Result>,
  ): Promise<Result> {
    const sent = await scene.database.db.transaction().execute(async (transaction) => {
      await change(transaction);
      const response = request();
      await expect.poll(() => waitingForLocks(scene.database)).toBeGreaterThan(0);
      return { response };
    });
    return sent.response;
  }
  const deleting =
    (table: 'groups' | 'users' | 'oidc_ops', id: number) => (transaction: Transaction<Tables>) =>
      transaction.deleteFrom(table).where('id', '=', id).execute();

  describe.runIf(name === 'PostgreSQL')('after a concurrent deletion', () => {
    const gone = 'the group is being deleted';
    const ofRole = 'group_resources: one of the groups is being deleted';
    it.each<[what: string, request: (group: string) => Promise<[string, string, object]>, number, string]>([
      [
        'a group below it',
        async (group) => ['POST', `${group}/groups`, { name: 'Late' }],
        409,
        'the parent group',
      ],
      ['a change to it', async (group) => ['PUT', group, { description: 'Late' }], 404, "doesn't exist"],
      [
        'a new user',
        async (group) => ['POST', '/users', { login: 'late', group_resource: group }],
        409,
        gone,
      ],
      [
        'a user who moves there',
        async (group) => ['PUT', `/users/${await newUser('mover')}`, { group_resource: group }],
        409,
        gone,
      ],
      [
        'a new role',
        async (group) => ['POST', '/roles', { ...role('Late'), group_resources: [group] }],
        409,
        ofRole,
      ],
      [
        'a changed role',
        async (group) => ['PUT', await newRole('Applies'), { group_resources: [group] }],
        409,
        ofRole,
      ],
    ])('reject, for a deleted group, %s', async (_, requestFor, status, sentence) => {
      const id = await newGroup();
      const [method, path, data] = await requestFor(`/groups/${id}`);
      const response = await overtaken(deleting('groups', id), () =>
        service.request('admin', method, path, data),
      );
      expect(response).toMatchObject(refusedWith(status, expect.stringContaining(sentence)));
    });

    it('reject a background role write with the same sentence', async () => {
      const path = await newRole('In jobs');
      const id = await newGroup();
      const write = {
        action: 'update-role',
        id: idOf(path),
        values: { group_resources: [`/groups/${id}`] },
      };
      const job = { kind: 'write', payload: JSON.stringify(write), message: 'Waiting', user_id: 1 };
      const ended = await overtaken(deleting('groups', id), async () => {
        const inserted = scene.database.db.insertInto('jobs').values(job).returning('id');
        const status = await inserted.executeTakeFirstOrThrow();
        return service.finished('admin', `/delayed_job_statuses/${status.id}`);
      });
      expect(ended).toMatchObject({
        failed: true,
        message: 'Failed: group_resources: one of the groups is being deleted',
      });
    });

    it('reject an API key for a deleted user', async () => {
      const id = await newUser('keyless');
      const response = await overtaken(deleting('users', id), () =>
        service.post(`/users/${id}/api_keys`, { name: 'Late' }),
      );
      const detail = ["the user doesn't exist or isn't visible to you"];
      expect(response).toMatchObject(refusedWith(404, ...detail));
    });

    it('reject a job of a deleted user', async () => {
      const id = await newUser('jobless', { role_resources: ['/roles/1'] });
      const cookie = await service.signIn('jobless');
      const headers = { cookie, prefer: 'respond-async' };
      const response = await overtaken(deleting('users', id), () =>
        service.request(undefined, 'PUT', '/groups/4', { description: 'Late' }, headers),
      );
      expect(response).toMatchObject(refusedWith(401, 'your user was deleted'));
    });

    it('reject sign-ins of a deleted user, with password and through a provider', async () => {
      const first = await newUser('signing');
      const byPassword = await overtaken(deleting('users', first), () =>
        service.request(undefined, 'POST', '/authentication', { login: 'signing', password }),
      );
      const detail = ['wrong login or password'];
      expect(byPassword).toMatchObject(refusedWith(401, ...detail));
      const second = await newUser('provided');
      scene.provider.user = { idToken: { preferred_username: 'provided' }, userInfo: {} };
      const { location, session } = await overtaken(deleting('users', second), () => scene.signIn());
      expect(location).toContain('oidc_error=unknown_user');
      expect(session).toBe('');
    });

    it('open no session for a user who is being suspended', async () => {
      const suspending = (id: number) => (transaction: Transaction<Tables>) =>
        transaction.updateTable('users').set({ suspended_at: new Date() }).where('id', '=', id).execute();
      const first = await newUser('pausing');
      const byPassword = await overtaken(suspending(first), () =>
        service.request(undefined, 'POST', '/authentication', { login: 'pausing', password }),
      );
      expect([byPassword.status, cookieOf(byPassword.headers, 'session')]).toEqual([401, '']);
      const second = await newUser('paused');
      scene.provider.user = userNamed('paused');
      const { location, session } = await overtaken(suspending(second), () => scene.signIn());
      expect([location.includes('oidc_error=unknown_user'), session]).toEqual([true, '']);
      const logged = scene.database.db.selectFrom('sign_in_events').select(['user_id', 'code']);
      expect(await logged.where('user_id', 'in', [first, second]).orderBy('id').execute()).toEqual([
        { user_id: first, code: 'suspended' },
        { user_id: second, code: 'suspended' },
      ]);
    });

    it('store no identity of an issuer or subject that another one has overtaken', async () => {
      const id = await newUser('twofold');
      scene.provider.user = userNamed('twofold');
      const op = await scene.create();
      const moved = await overtaken(
        (transaction) =>
          transaction.updateTable('oidc_ops').set({ client_id: 'new' }).where('id', '=', op).execute(),
        () => scene.signIn(op),
      );
      expect(moved.location).toContain('oidc_error=request_expired');
      const find = () =>
        scene.database.db.selectFrom('identities').select('subject_hash').where('user_id', '=', id).execute();
      expect(await find()).toEqual([]);
      const used = new Date();
      const values = { oidc_op_id: scene.op, issuer: scene.provider.issuer, subject_hash: 'another' };
      const times = { first_used_at: used, last_used_at: used };
      const late = await overtaken(
        (transaction) =>
          transaction
            .insertInto('identities')
            .values({ user_id: id, ...values, ...times })
            .execute(),
        () => scene.signIn(),
      );
      expect(late.location).toContain('oidc_error=subject_changed');
      expect(await find()).toEqual([{ subject_hash: 'another' }]);
    });

    it('forget no identity of a user who is being given more than the caller holds', async () => {
      const id = await newUser('promoted', { group_resource: '/groups/2' });
      const at = new Date();
      const identity = {
        user_id: id,
        oidc_op_id: scene.op,
        issuer: 'https://idp.example',
        subject_hash: 'known',
      };
      const { id: identityId } = await scene.database.db
        .insertInto('identities')
        .values({ ...identity, first_used_at: at, last_used_at: at })
        .returning('id')
        .executeTakeFirstOrThrow();
      await service.signIn('tenant');
      const promote = async (transaction: Transaction<Tables>) => {
        await roleStore(transaction).lockGrants();
        await transaction.insertInto('user_roles').values({ user_id: id, role_id: 1 }).execute();
      };
      const path = `/users/${id}/identities/${identityId}`;
      const response = await overtaken(promote, () => service.request('tenant', 'DELETE', path));
      expect(response).toMatchObject({ status: 403 });
      const kept = scene.database.db.selectFrom('identities').select('id').where('user_id', '=', id);
      expect(await kept.execute()).toEqual([{ id: identityId }]);
    });

    it('reject deleting a group that has just got a user or subgroup', async () => {
      const id = await newGroup();
      const user = { login: 'first', display_name: '', group_id: id, search_text: '' };
      const taken = await overtaken(
        (transaction) => transaction.insertInto('users').values(user).execute(),
        () => service.delete(`/groups/${id}`),
      );
      expect(taken).toMatchObject(refusedWith(409, expect.stringContaining('users still belong to')));
      const parent = await newGroup();
      const child = { name: 'Child', description: '', parent_id: parent };
      const accepted = await overtaken(
        (transaction) => transaction.insertInto('groups').values(child).execute(),
        () => service.delete(`/groups/${parent}`),
      );
      expect(accepted.status).toBe(202);
      expect(await service.finished('admin', String(accepted.headers['location']))).toMatchObject({
        message: 'Deleted 2 groups',
      });
    });

    it('are retried after a deadlock', async () => {
      const { work } = service;
      const [one, two] = [await newGroup(), await newGroup()];
      let meet: () => void = () => undefined;
      const both = new Promise<void>((resolve) => (meet = resolve));
      let inside = 0;
      const rename = (first: number, second: number, description: string) =>
        work.transaction(async ({ groups: store }) => {
          await store.update(first, { description });
          if ((inside += 1) === 2) meet();
          await both;
          await store.update(second, { description });
        });
      await Promise.all([rename(one, two, 'First'), rename(two, one, 'Second')]);
      // More often if the server doesn't get round to the transaction that waits.
      expect(inside).toBeGreaterThan(2);
      const [left, right] = [await work.stores.groups.find(one), await work.stores.groups.find(two)];
      expect(left?.description).toBe(right?.description);
    });
  });

  it('are retried after a deadlock once others could continue', async () => {
    const { work } = service;
    let continued = false;
    let attempts = 0;
    await work.transaction(async () => {
      attempts += 1;
      if (attempts > 1) return;
      setTimeout(() => (continued = true), 10);
      throw Object.assign(new Error('deadlock detected'), { code: '40P01' });
    });
    expect({ attempts, continued }).toEqual({ attempts: 2, continued: true });
  });
});
