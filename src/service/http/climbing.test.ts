import { hash } from '@node-rs/argon2';
import * as fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { features, privileges } from '../../contract/access/privileges.ts';
import { anyTestStore } from '../../testing/databases.ts';
import { newOp } from '../../testing/oidc-op.ts';
import { password } from '../../testing/service.ts';
import { testServiceOn } from '../../testing/setups/service-setup.ts';
import type { RoleRow } from '../domain/access/access-ports.ts';

const grants = fc
  .dictionary(
    fc.constantFrom('palisade', 'group', 'group_admin', features[0]),
    fc.constantFrom(...privileges),
    { maxKeys: 4 },
  )
  .map((held) => Object.entries(held).map(([name, privilege]) => ({ name, privilege })));
/** Which of the records there are, counted around. */
const one = fc.nat(20);
const few = fc.uniqueArray(one, { maxLength: 3 });
const some = fc.uniqueArray(one, { minLength: 1, maxLength: 3 });
/** Enough to try something: most attempts of others are refused. */
const administering = fc
  .constantFrom(['palisade'], ['group_admin'], ['palisade', 'group_admin'], ['group', 'group_admin'])
  .map((names) => names.map((name) => ({ name, privilege: 'rw' })));
const world = fc.record({
  first: fc.record({
    features: administering,
    admin: one,
    groups: fc.constantFrom([0], [0], [1], [1, 2]),
  }),
  parents: fc.array(one, { minLength: 2, maxLength: 5 }),
  roles: fc.array(fc.record({ features: grants, admin: one, groups: some }), { minLength: 2, maxLength: 5 }),
  users: fc.array(fc.record({ group: one, roles: some }), { minLength: 2, maxLength: 5 }),
});
type World = typeof world extends fc.Arbitrary<infer Value> ? Value : never;

/** Paths of what there is. */
interface Records {
  groups: string[];
  roles: string[];
  users: string[];
  oidc_ops: string[];
}
interface Attempt {
  method: 'POST' | 'PUT' | 'DELETE';
  path: string;
  values: object;
}
const picked = (paths: readonly string[], index: number) => paths[index % paths.length] ?? '';
const several = (paths: readonly string[], indexes: readonly number[]) => [
  ...new Set(indexes.map((index) => picked(paths, index))),
];
const attempt = fc
  .record({
    kind: fc.constantFrom(
      ...'user roles move name password suspension key deletion role features groups group provider who'.split(
        ' ',
      ),
    ),
    which: one,
    group: one,
    few,
    grants,
    field: fc.constantFrom('username_path', 'client_id', 'issuer', 'jwks_uri', 'token_endpoint', 'scope'),
    name: fc.uuid(),
  })
  .map(({ kind, which, group, few: chosen, grants: given, field, name }) => (there: Records): Attempt => {
    const place = picked(there.groups, group);
    const put = (path: string, values: object): Attempt => ({ method: 'PUT', path, values });
    const post = (path: string, values: object): Attempt => ({ method: 'POST', path, values });
    const [role, user, groups] = [
      picked(there.roles, which),
      picked(there.users, which),
      several(there.groups, chosen),
    ];
    const roles = several(there.roles, chosen);
    switch (kind) {
      case 'user':
        return post('/users', { login: name, group_resource: place, role_resources: roles });
      case 'roles':
        return put(user, { role_resources: roles });
      case 'move':
        return put(user, { group_resource: place });
      case 'name':
        return put(user, { display_name: name });
      case 'password':
        return put(user, { password: `the password ${name}` });
      case 'suspension':
        return put(user, { suspended: group % 3 > 0 });
      case 'key':
        return post(`${user}/api_keys`, { name, read_only: group % 2 === 0 });
      case 'deletion': {
        const path = picked([user, role, picked(there.oidc_ops, which)], group);
        return { method: 'DELETE', path, values: {} };
      }
      case 'role':
        return post('/roles', { name, admin_group: place, group_resources: groups, features: given });
      case 'features':
        return put(role, { features: given });
      case 'groups':
        return put(role, { group_resources: groups });
      case 'group':
        return post(`${place}/groups`, { name });
      case 'provider':
        return post('/oidc_ops', { ...newOp, name });
      default: {
        const others: Record<string, string> = { scope: `openid ${name}`, username_path: 'email' };
        return put(picked(there.oidc_ops, which), { [field]: others[field] ?? `https://${name}.example` });
      }
    }
  });

describe.each(anyTestStore())('a user on $name', ({ open }) => {
  const service = testServiceOn(open);

  /** Replaces all records. */
  async function build({ parents, first, roles, users }: World, hashed: string): Promise<Records> {
    const { db } = service.database;
    await sql`truncate users, roles, oidc_ops, changes cascade`.execute(db);
    await sql`delete from groups where id > 0`.execute(db);
    const { stores } = service.work;
    const there: Records = { groups: ['/groups/0'], roles: [], users: [], oidc_ops: [] };
    const idOf = (path: string) => Number(path.split('/')[2]);
    for (const parent of parents) {
      const parentId = idOf(picked(there.groups, parent));
      const group = { name: `G${there.groups.length}`, description: '', parentId };
      const { id } = await stores.groups.insert(group);
      there.groups.push(`/groups/${id}`);
    }
    for (const { features: held, admin, groups } of [first, ...roles]) {
      const admin_group_id = idOf(picked(there.groups, admin));
      const id = await stores.roles.insert({ name: `R${there.roles.length}`, admin_group_id });
      await stores.roles.setFeatures(id, held);
      await stores.roles.setGroups(id, several(there.groups, groups).map(idOf));
      there.roles.push(`/roles/${id}`);
    }
    for (const { group, roles: held } of users) {
      const columns = { login: `u${there.users.length}`, display_name: '', password_hash: hashed };
      const id = await stores.users.insert({ ...columns, group_id: idOf(picked(there.groups, group)) });
      const kept = there.users.length === 0 ? [0, ...held] : held;
      await stores.users.setRoles(id, several(there.roles, kept).map(idOf));
      there.users.push(`/users/${id}`);
    }
    const id = await stores.oidcOps.reserveId();
    const at = service.clock.now;
    const unset = { userinfo_endpoint: '', jwks_uri: '', metadata_url: '', post_logout_redirect_uri: '' };
    const row = { ...newOp, ...unset, id, scope: 'openid', logout_method: 'none', announces_iss: false };
    await stores.oidcOps.insert({ ...row, created_at: at, updated_at: at });
    there.oidc_ops.push(`/oidc_ops/${id}`);
    return there;
  }

  /** All that these roles allow, group by group. */
  async function rights(roles: readonly RoleRow[]): Promise<Set<string>> {
    const groups = await service.database.db.selectFrom('groups').select(['id', 'parent_id']).execute();
    const parents = new Map(groups.map(({ id, parent_id }) => [id, parent_id]));
    const found = new Set<string>();
    const up = (id: number | null | undefined): number[] =>
      id === null || id === undefined ? [] : [id, ...up(parents.get(id))];
    for (const { id } of groups) {
      const chain = up(id);
      for (const role of roles.filter(({ groupIds }) => groupIds.some((each) => chain.includes(each))))
        for (const { name, privilege } of role.features)
          for (const each of privilege === 'rw' ? privileges : [privilege])
            found.add(`${each} ${name} ${id}`);
    }
    return found;
  }

  it('never gets a privilege, nor another user who has it', async () => {
    const hashed = await hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 });
    const trial = async (start: World, attempts: readonly ((there: Records) => Attempt)[]) => {
      const there = await build(start, hashed);
      const { stores } = service.work;
      const cookie = await service.signIn('u0');
      const [me = ''] = there.users;
      const rolesOf = (path: string) => stores.roles.ofUser(Number(path.split('/')[2]));
      const before = await rolesOf(me);
      // To write a user is to set a password, and be them.
      const own = new Set([me]);
      // Of those who were changed, or deleted since.
      const touched: RoleRow[] = [];
      for (const next of attempts) {
        const { method, path, values } = next(there);
        const [target] = /^\/users\/\d+/.exec(path) ?? [];
        const held = target ? await rolesOf(target) : [];
        const headers = { cookie, 'content-type': 'application/json' };
        const { status, body } = await service.raw({ method, url: path, headers, payload: { data: values } });
        if (status >= 300) continue;
        const created = body as Record<string, string>;
        if (created['user_resource']) own.add(created['user_resource']);
        if (target) own.add(target);
        touched.push(...held);
        if (method === 'POST' && path === '/users') there.users.push(created['user_resource'] ?? '');
        if (method === 'POST' && path === '/roles') there.roles.push(created['role_resource'] ?? '');
        if (path.startsWith('/groups')) there.groups.push(created['group_resource'] ?? '');
        const decides =
          path.startsWith('/oidc_ops') && method !== 'DELETE' && !('scope' in values && method === 'PUT');
        if (decides) there.users.forEach((user) => own.add(user));
      }
      const allowed = await rights(before);
      for (const right of await rights(touched)) expect(allowed).toContain(right);
      for (const user of own)
        for (const right of await rights(await rolesOf(user))) expect(allowed).toContain(right);
    };
    await fc.assert(fc.asyncProperty(world, fc.array(attempt, { minLength: 1, maxLength: 6 }), trial), {
      // Each takes a tenth of a second.
      numRuns: process.env['TEST_BOTH_DATABASES'] ? 500 : 50,
    });
  });
});
