import { expect, it, onTestFinished } from 'vitest';
import {
  carryOut,
  connect,
  exported,
  sampleFile,
  sampleSecrets as secrets,
  type TestRequest,
} from '../testing/configuration.ts';
import { openTestDatabase } from '../testing/databases.ts';
import { startTestService } from '../testing/service.ts';
import { apply, type Result } from './apply.ts';
import { plan, withCounts, type PlanOptions } from './plan.ts';
import { read } from './read.ts';
import { labelOf } from './steps.ts';

async function start() {
  const database = await openTestDatabase();
  const service = await startTestService(database);
  onTestFinished(() => service.close().then(database.close));
  return service;
}

const planFor = async (api: ReturnType<typeof connect>, text = sampleFile, options: PlanOptions = {}) =>
  plan(read(text), await api.current(), options);
const outcomes = (results: readonly Result[]) => results.map(({ outcome }) => outcome);

it('renames records, which keep everything else, and plans what follows with their new names', async () => {
  const service = await start();
  const api = connect(service, 'admin');
  await carryOut(await planFor(api), api, { secrets });
  const pathsOf = async () => {
    const { groups, roles, users, oidc_providers: providers } = await api.current();
    return JSON.stringify(
      [groups, roles, users, providers].map((each) =>
        each?.map((one) => Object.values(one).filter((value) => /^\/\w+\/\d+$/.test(String(value)))),
      ),
    );
  };
  const before = await pathsOf();
  const text = `palisade: 1
groups: [{ name: Asia-Pacific, renamed_from: Asia }]
roles: [{ name: Staff, renamed_from: Operators, applies_to: [EMEA > Acme > Paris, Asia-Pacific] }]
users: [{ login: t.tenant, renamed_from: tara, group: Asia-Pacific, roles: [Staff] }]
oidc_providers: [{ name: Okta EU, renamed_from: Okta, client_id: console }]`;
  const planned = await planFor(api, text);
  expect(planned.errors).toEqual([]);
  expect(planned.steps.map(labelOf)).toEqual(['Asia-Pacific', 'Staff (EMEA)', 't.tenant', 'Okta EU']);
  expect(outcomes(await carryOut(planned, api))).toEqual(Array(4).fill('done'));
  expect(await pathsOf()).toBe(before);
  // With the same password.
  expect((await service.request('t.tenant', 'GET', '/authentication')).status).toBe(200);
  expect((await planFor(api, text)).steps).toEqual([]);
  expect(new Set(outcomes(await carryOut(planned, api)))).toEqual(new Set(['already']));
});

it('counts what is lost with users and providers that may be renamed, if the service says it', async () => {
  const service = await start();
  const api = connect(service, 'admin');
  const provider = sampleFile.slice(sampleFile.indexOf('  - name: Okta'));
  const file = sampleFile + provider.replaceAll(/okta/gi, 'Entra');
  await carryOut(await planFor(api, file), api, { secrets });
  const text = file.replace('login: tara', 'login: t.tenant').replaceAll(/name: (Okta|Entra)/g, '$& EU');
  const planned = await planFor(api, text, { prune: true });
  const tara = planned.steps.find((step) => labelOf(step) === 'tara')?.record.path ?? '';
  await service.request('tara', 'POST', `${tara}/api_keys`, { name: 'script' });
  let requests = 0;
  const lostIn = async (isBusy: boolean) => {
    requests = 0;
    const meddling = { isBusy: () => isBusy, onRequest: () => void (requests += 1) };
    const { consequences } = await withCounts(planned, connect(service, 'admin', meddling));
    return consequences.flatMap(
      ({ text: each }) => /Deleting (.*?)(?:, last|\. To keep)/.exec(each)?.[1] ?? [],
    );
  };
  expect(await lostIn(false)).toEqual([
    'tara loses the password, 1 session, 1 API key and sign-in history',
    'Okta loses its client secret',
    'Entra loses its client secret',
  ]);
  expect(requests).toBe(3);
  expect(await lostIn(true)).toEqual([
    'tara loses the password, sessions, API keys and sign-in history',
    'Okta loses its client secret, sessions and known users',
    'Entra loses its client secret, sessions and known users',
  ]);
  expect(requests).toBe(3);
});

it('finds everything done before if another run is always faster', async () => {
  const service = await start();
  const counts = { winner: 0, loser: 0 };
  const isWrite = ({ method, path }: TestRequest) => method !== 'GET' && !path.startsWith('/delayed');
  const api = connect(service, 'admin', {
    onRequest: (sent) => void (counts.winner += Number(isWrite(sent))),
  });
  const race = async (file: string, options = {}) => {
    const planned = await planFor(api, file, options);
    const winner = apply(planned, api, new Map(Object.entries(secrets)));
    const onRequest = async (sent: TestRequest) => {
      // Providers are looked for right before.
      const isLook = counts.loser > 0 && sent.path.startsWith('/oidc_ops?');
      counts.loser += Number(isWrite(sent) || isLook);
      while (counts.winner < counts.loser && (await winner.next()).done !== true);
    };
    const results = await carryOut(planned, connect(service, 'admin', { onRequest }), { secrets });
    expect(results.filter(({ outcome }) => outcome !== 'already' && outcome !== 'done')).toEqual([]);
    return new Set(outcomes(results));
  };
  const before = await exported(api);
  const many = [...Array(10).keys()].map((index) => `  - { name: G${index}, groups: [{ name: Below }] }\n`);
  const text = sampleFile.replace('groups:\n', `groups:\n${many.join('')}`);
  expect(await race(text)).toEqual(new Set(['already']));
  const changed = text.replace('name: Tara,', 'name: New,').replace('Office', 'New');
  // Only a secret can't be compared.
  const replaced = changed.replace(
    '{ env: SECRET }',
    '{ env: SECRET, replace: true }\n    scope: openid email',
  );
  expect(await race(replaced)).toEqual(new Set(['already', 'done']));
  expect(await race(before, { prune: true })).toEqual(new Set(['already']));
  expect(await exported(api)).toBe(before);
});

it('leaves one provider if two runs create it simultaneously', async () => {
  const service = await start();
  const other = connect(service, 'admin');
  const text = sampleFile.slice(sampleFile.indexOf('oidc_providers:'));
  const planned = await planFor(other, `palisade: 1\n${text}`);
  const results: Result[] = [];
  const api = connect(service, 'admin', {
    onRequest: async ({ method, path }) => {
      if (method === 'POST' && path === '/oidc_ops')
        results.push(...(await carryOut(planned, other, { secrets })));
    },
  });
  results.push(...(await carryOut(planned, api, { secrets })));
  expect(outcomes(results)).toEqual(['done', 'already']);
  expect((await api.current()).oidc_providers).toHaveLength(1);
});
