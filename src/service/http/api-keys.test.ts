import { describe, expect, it } from 'vitest';
import { anyTestStore } from '../../testing/databases.ts';
import { refusedWith } from '../../testing/service.ts';
import { testServiceOn } from '../../testing/setups/service-setup.ts';

describe.each(anyTestStore())('API keys on $name', ({ open }) => {
  const service = testServiceOn(open);
  const create = async (login: string, ...roles: string[]) => {
    const user = { login, group_resource: '/groups/2', role_resources: roles };
    return (await service.create('/users', user)).user_resource;
  };
  const by = (key: string, method: string, url: string, data?: object) =>
    service.request(undefined, method, url, data, { authorization: `token ${key}` });

  it('gives API keys an end, or only the right to read', async () => {
    const path = await create('kay', '/roles/1');
    const ends = new Date(service.clock.now.getTime() + 60_000).toISOString();
    const limits = { name: 'מפתח', expires_at: ends, read_only: true };
    const { key } = await service.create(`${path}/api_keys`, limits);
    expect((await service.get(`${path}/api_keys`)).body).toMatchObject({ data: [limits] });
    const withKey = (method: string, url: string, data?: object) => by(key, method, url, data);
    const result = await withKey('GET', '/authentication');
    expect(result.body).toMatchObject({
      roles: [{ features: expect.arrayContaining([{ name: 'group', privilege: 'ro' }]) }],
    });
    expect(result.text).not.toContain('"rw"');
    const refused = refusedWith(403, 'the \u2068api key מפתח\u2069 is read-only');
    expect(await withKey('PUT', path, { display_name: 'x' })).toMatchObject(refused);
    expect(await withKey('POST', `${path}/api_keys`, { name: 'more' })).toMatchObject(refused);
    expect((await withKey('POST', '/user_lookups', { login: 'kay' })).status).toBe(200);
    service.clock.now = new Date(ends);
    const expired = refusedWith(401, 'the API key \u2068מפתח\u2069 expired on 2026-01-01');
    for (let count = 0; count < 3; count += 1)
      expect(await withKey('GET', '/authentication')).toMatchObject(expired);
    const log = async () => {
      const { body: events } = await service.get('/sign_in_events?login=kay');
      return (events as { data: { sign_in_event_resource: string }[] }).data;
    };
    // Once an hour, however often it's used.
    expect(await log()).toMatchObject([{ method: 'api_key', outcome: 'rejected', code: 'expired_key' }]);
    const entry = String((await log())[0]?.sign_in_event_resource);
    expect((await service.get(entry)).body).toMatchObject({
      steps: [{ message: 'The API key \u2068מפתח\u2069 expired on 2026-01-01.' }],
    });
    service.clock.now = new Date(Date.parse(ends) + 3_600_000);
    await withKey('GET', '/authentication');
    service.clock.now = new Date(ends);
    expect(await log()).toHaveLength(2);
    for (const expires_at of [ends, '2031-01-02'])
      expect(await service.post(`${path}/api_keys`, { name: 'x', expires_at })).toMatchObject(
        refusedWith(400, 'expires_at: must be in the future, and at most 5 years ahead'),
      );
  });

  it('replaces an API key, which ends at a chosen time but never later than before', async () => {
    const start = service.clock.now.getTime();
    const day = (days: number) => new Date(start + days * 86_400_000).toISOString();
    const path = await create('rita', '/roles/1');
    const other = await create('otto');
    const keys = `${path}/api_keys`;
    const make = (more: object = {}) => service.create(keys, { name: 'robot', ...more });
    const works = async (key: string) => (await by(key, 'GET', '/authentication')).status;
    const old = await make();
    expect(old).toMatchObject({ expires_at: '', read_only: false, last_used_at: '' });
    const limits = { expires_at: day(90), read_only: true };
    const next = await make({ ...limits, replaces: old.api_key_resource, replaced_expires_at: day(7) });
    expect(next).toMatchObject({ name: 'robot', ...limits });
    const ends = async () => {
      const { body } = await service.get(keys);
      return (body as { data: { expires_at: string }[] }).data.map(({ expires_at: end }) => end);
    };
    expect(await ends()).toEqual([day(7), day(90)]);
    await make({ replaces: old.api_key_resource, replaced_expires_at: day(8) });
    expect(await ends()).toEqual([day(7), day(90), '']);
    expect(await works(old.key)).toBe(200);
    const { body: changes } = await service.get(`/changes?resource=${old.api_key_resource}`);
    expect(changes).toMatchObject({
      data: [{ action: 'updated', fields: [{ name: 'expires_at', before: '', after: day(7) }] }, {}],
    });

    // In use, and it ends within 90 days.
    const listed = async (as: string) => (await service.request(as, 'GET', '/ending_api_keys')).body;
    const ending = { rows: 1, start: 0, data: [{ login: 'rita', name: 'robot', expires_at: day(7) }] };
    // The tenant administers the user's group.
    for (const as of ['admin', 'tenant']) expect(await listed(as)).toMatchObject(ending);
    for (const as of ['auditor', 'guest']) expect(await listed(as)).toMatchObject({ rows: 0 });
    expect((await by(old.key, 'GET', '/ending_api_keys')).body).toMatchObject(ending);
    const second = await service.get('/ending_api_keys?start=1');
    expect(second.body).toEqual({ rows: 1, start: 1, data: [] });

    await make({ replaces: old.api_key_resource });
    expect(await works(old.key)).toBe(401);
    expect(await listed('admin')).toMatchObject({ rows: 0 });
    const strangers = await service.create(`${other}/api_keys`, { name: 'other' });
    for (const replaces of [strangers.api_key_resource, `${path}/api_keys/999`])
      expect(await service.post(keys, { name: 'x', replaces })).toMatchObject(
        refusedWith(400, 'replaces: must be the path of one of the keys of this user'),
      );
    expect(await ends()).toHaveLength(4);
    // A key that ends can't make one that lives longer, nor one that only reads any.
    const limited = await make({ expires_at: day(3) });
    const made = async (key: string, more: object) =>
      (await by(key, 'POST', keys, { name: 'x', replaces: limited.api_key_resource, ...more })).status;
    for (const expires_at of [null, day(4)]) expect(await made(limited.key, { expires_at })).toBe(403);
    expect(await made(next.key, {})).toBe(403);
    expect(await made(limited.key, { expires_at: day(3) })).toBe(201);
    expect(await works(limited.key)).toBe(401);
  });
});
