import { expect, it, onTestFinished } from 'vitest';
import { carryOut, connect } from '../testing/configuration.ts';
import { anyTestStore } from '../testing/databases.ts';
import { startTestService } from '../testing/service.ts';
import { plan } from './plan.ts';
import { read } from './read.ts';

it.each(anyTestStore())("fails to change a record that can't be read, and continues", async ({ open }) => {
  const database = await open();
  const service = await startTestService(database);
  onTestFinished(async () => {
    await service.close();
    await database.close();
  });
  const file = await read(
    'palisade: 1\ngroups: [{ name: EMEA, description: A }, { name: Americas, description: B }]',
  );
  const planned = await plan(file, await connect(service, 'admin').current(), { service: 'test' });
  const [first] = planned.steps;
  const api = connect(service, 'admin', {
    isBusy: ({ method, path }) => method === 'GET' && path === first?.path,
  });
  expect(await carryOut(planned, api)).toMatchObject([
    { outcome: 'failed', detail: 'busy' },
    { outcome: 'done' },
  ]);
});
