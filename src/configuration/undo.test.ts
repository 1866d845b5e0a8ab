import { afterEach, expect, it } from 'vitest';
import { carryOut, connect } from '../testing/configuration.ts';
import { anyTestStore } from '../testing/databases.ts';
import { startTestService, type TestService } from '../testing/service.ts';
import type { Database } from '../service/store/database/database.ts';
import { plan, type Plan } from './plan.ts';
import { read } from './read.ts';
import { labelOf } from './steps.ts';
import { undo } from './undo.ts';

let database: Database;
let service: TestService;
afterEach(async () => {
  await service.close();
  await database.close();
});

const labels = ({ steps }: Plan) => steps.map((step) => `${step.action} ${labelOf(step)}`);

it.each(anyTestStore())(
  'what was created is deleted, except for what others use or changed on $name',
  async ({ open }) => {
    database = await open();
    service = await startTestService(database);
    const api = connect(service, 'admin');
    const apply = async (text: string) => {
      const planned = plan(read(text), await api.current());
      return (await carryOut(planned, api)).map(({ step }) => step);
    };
    const created = await apply(`palisade: 1
groups:
  - { name: A, groups: [{ name: B, groups: [{ name: C }] }, { name: Renamed }] }
  - { name: Used, groups: [{ name: Free }] }
  - { name: Administers }
roles: [{ name: Made, applies_to: [A], features: { group: ro } }]
users: [{ login: made, group: A > B, roles: [Made] }, { login: edited, group: A }]
`);
    // Others continue.
    await apply(`palisade: 1
groups: [{ name: A, groups: [{ name: Renamed, description: Now with one }] }]
roles: [{ name: Other, administered_by: Administers, features: { group: ro } }]
users: [{ login: edited, name: Edited }, { login: joined, group: Used }]
`);
    const { plan: undoing, kept } = undo(created, await api.current());
    expect(labels(undoing)).toEqual([
      'delete made',
      'delete Made',
      'delete Used > Free',
      'delete A > B',
      'delete A > B > C',
    ]);
    expect(kept.toSorted()).toEqual([
      'A > Renamed was changed since',
      'A stays: edited belongs to it: move or delete them first',
      'Administers stays: it administers the role Other: delete it first',
      'Used stays: joined belongs to it: move or delete them first',
      'edited was changed since',
    ]);
    const results = await carryOut(undoing, api);
    expect(results.map(({ outcome }) => outcome)).toEqual(undoing.steps.map(() => 'done'));
    const again = undo(created, await api.current());
    expect([labels(again.plan), again.kept.length]).toEqual([[], 5]);
  },
);
