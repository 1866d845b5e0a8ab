import { describe, expect, it } from 'vitest';
import { anyTestStore, testStores } from '../../testing/databases.ts';
import { refusedWith } from '../../testing/service.ts';
import { testServiceOn } from '../../testing/setups/service-setup.ts';

describe.each(testStores())('group imports on $name', ({ open, name }) => {
  const service = testServiceOn(open);

  /** Imports as a user and returns how the job ended. */
  async function imported(as: string, groups: readonly object[]) {
    const accepted = await service.request(as, 'POST', '/group_imports', { groups });
    expect(accepted.status).toBe(202);
    const path = String(accepted.headers['location']);
    expect(accepted.body).toMatchObject({ delayed_job_status_resource: path, finished: false });
    return service.finished(as, path);
  }
  const tree = async () => {
    const found = service.database.db.selectFrom('groups').select(['id', 'name', 'parent_id']);
    const groups = await found.execute();
    const byId = new Map(groups.map((group) => [group.id, group]));
    const pathOf = (id: number): string => {
      const group = byId.get(id);
      return group?.parent_id == null ? '' : `${pathOf(group.parent_id)}/${group.name}`;
    };
    return new Set(groups.map((group) => pathOf(group.id)));
  };

  it('creates groups below existing ones and those of lines before', async () => {
    const status = await imported('admin', [
      { name: ' Paris ', parent: '/groups/2' },
      { name: 'Top' },
      { name: 'Level 1', description: 'The first', parent: 1 },
      { name: 'Desk', parent: 3 },
      { name: 'Below top', parent: 2 },
    ]);
    expect(status).toMatchObject({ failed: false, message: 'Created 5 groups' });
    const names = await tree();
    for (const path of ['/EMEA/Acme/Paris/Level 1/Desk', '/Top/Below top']) expect(names).toContain(path);
    const { body } = await service.get('/groups?fields=name,description&limit=1000');
    expect((body as { data: object[] }).data).toContainEqual({ name: 'Level 1', description: 'The first' });
  });

  it("creates groups without parent below the caller's own group", async () => {
    expect(await imported('tenant', [{ name: 'Of the tenant' }])).toMatchObject({ failed: false });
    expect(await tree()).toContain('/EMEA/Of the tenant');
  });

  it.each([
    [
      'a name that is taken',
      [{ name: 'Fine' }, { name: 'EMEA' }],
      'line 2: name: another group with the same parent already has the name "EMEA"',
    ],
    [
      'a name given twice',
      [{ name: 'Same' }, { name: 'Same', parent: '/groups/0' }],
      'line 2: name: line 1 has the same name and parent',
    ],
    [
      'a parent that no line before creates',
      [{ name: 'Fine' }, { name: 'Lost', parent: 2 }],
      "line 2: parent: line 2 isn't before this one",
    ],
    [
      'a parent that does not exist',
      [{ name: 'Lost', parent: '/groups/4711' }],
      "line 1: parent: Group 4711 doesn't exist or isn't visible to you",
    ],
  ])('creates nothing and reports the line for %s', async (_, groups, problem) => {
    const before = await tree();
    expect(await imported('admin', groups)).toMatchObject({ failed: true, message: `Failed: ${problem}` });
    expect(await tree()).toEqual(before);
  });

  it('reports at most twenty lines, and counts the rest', async () => {
    const groups = Array.from({ length: 30 }, () => ({ name: 'EMEA' }));
    const { message } = await imported('admin', groups);
    expect(message).toMatch(/^Failed: line 1: .*; line 2: .*; and 39 more problems$/);
  });

  it("creates nothing below groups the caller can't see, and doesn't reveal their names", async () => {
    await imported('admin', [{ name: 'Hidden', parent: '/groups/4' }]);
    const guesses = ['Hidden', 'Other'].map((guess) => ({ name: guess, parent: '/groups/4' }));
    const before = await tree();
    const sentence = "parent: Group 4 doesn't exist or isn't visible to you";
    expect(await imported('tenant', [{ name: 'Mine' }, ...guesses])).toMatchObject({
      failed: true,
      message: `Failed: line 2: ${sentence}; line 3: ${sentence}`,
    });
    expect(await tree()).toEqual(before);
  });

  it('reports every problem of the lines', async () => {
    const groups = [
      { name: 'Fine' },
      { name: '', colour: 'red' },
      { name: 'x', parent: 'EMEA' },
      { description: 5 },
      'text',
      { name: 'By name', parent: ['EMEA'] },
      { name: 'Nowhere', parent: 0 },
    ];
    const refused = await service.post('/group_imports', { groups });
    const detail = [
      'groups line 2: name: must not be empty',
      "groups line 2: colour: isn't a known property",
      'groups line 3: parent: must be the path of a group, such as /groups/5, or the number of the line before that creates it',
      'groups line 4: name: is required',
      'groups line 4: description: must be a string',
      expect.stringMatching(/^groups line 5: /),
      expect.stringMatching(/^groups line 6: parent: must be the path of a group/),
      expect.stringMatching(/^groups line 7: parent: must be the path of a group/),
    ];
    expect(refused).toMatchObject(refusedWith(400, ...detail));
    const empty = await service.post('/group_imports', { groups: [] });
    expect(empty.body).toEqual({ detail: ['groups: must not be empty'] });
  });

  describe.runIf(anyTestStore()[0]?.name === name)('as request bodies', () => {
    it('accepts bodies over the default limit, and reports its own', async () => {
      const groups = Array.from({ length: 9_000 }, (_, index) => ({
        name: `Site ${index}`,
        description: 'x'.repeat(150),
        parent: index < 10 ? '/groups/4' : (index % 10) + 1,
      }));
      expect(await imported('admin', groups)).toMatchObject({ message: 'Created 9,000 groups' });
      expect(await tree()).toContain('/Americas/Site 3/Site 8993');
      const huge = { groups: [{ name: 'x'.repeat(33 * 1024 * 1024) }] };
      expect(await service.post('/group_imports', huge)).toMatchObject(
        refusedWith(413, 'the body is over 32 MiB'),
      );
    });

    it('validates long and short lists alike', async () => {
      const headers = { cookie: await service.signIn('admin'), 'content-type': 'application/json' };
      const send = (payload: string) =>
        service.raw({ method: 'POST', url: '/group_imports', headers, payload });
      const fine = Array.from({ length: 3_000 }, (_, index) => ({
        name: ` Long ${index} `,
        parent: '/groups/3',
        description: 'x'.repeat(30),
      }));
      const refused = async (data: object, more: object = {}) =>
        (await send(JSON.stringify({ data, ...more }))).body as { detail: string[] };
      const wrong = [...fine, { name: '' }, ...fine, { name: 'x', parent: [1] }, 7];
      const problems = await refused({ groups: wrong, colour: 'red' });
      expect(problems.detail).toHaveLength(4);
      expect(problems.detail).toEqual(
        expect.arrayContaining([
          'groups line 3001: name: must not be empty',
          expect.stringMatching(/^groups line 6002: parent/),
          expect.stringMatching(/^groups line 6003: /),
          "colour: isn't a known property",
        ]),
      );
      expect((await refused({ groups: fine }, { colour: 'red' })).detail).toEqual([
        "colour: isn't a known property",
      ]);
      const wide = 'x'.repeat(100_000);
      expect(await refused({ groups: wide })).toEqual({ detail: ['groups: must be a list'] });
      expect(await refused({ groups: [], [wide]: 1 })).toMatchObject({
        detail: ['groups: must not be empty', expect.stringMatching(/^x+…: isn't a known property$/)],
      });
      const tooMany = { groups: Array.from({ length: 100_001 }, () => ({ name: '' })) };
      expect(await refused(tooMany)).toEqual({ detail: ['groups: must be at most 100000 lines'] });
      expect(await send(`{"data":{"groups":[${'{},'.repeat(50_000)}]}}`)).toMatchObject(
        refusedWith(400, "the body isn't valid JSON"),
      );
      expect(await send(`[${'1,'.repeat(50_000)}1]`)).toMatchObject(
        refusedWith(400, 'the body must be a JSON object with all properties inside data'),
      );
      expect(await send(`{"data":{"groups":[${'['.repeat(2_000_000)}`)).toMatchObject(
        refusedWith(413, 'the body has too many values'),
      );
      expect(await imported('admin', fine)).toMatchObject({ message: 'Created 3,000 groups' });
      expect(await tree()).toContain('/EMEA/Acme/Berlin/Long 2999');
      const left = await service.database.db.selectFrom('job_parts').select('job_id').execute();
      expect(left).toEqual([]);
    });
  });
});
