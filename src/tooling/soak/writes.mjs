/**
 * Kills the gateway repeatedly while clients write groups, users and providers. Checks that every acknowledged write is
 * stored exactly once and none partially, and that the log of changes has exactly one entry for each stored write and none
 * for others, on the embedded database and on PostgreSQL.
 */
import { parseArgs } from 'node:util';
import { openSoak, report } from './soak.mjs';
import { onBothDatabases } from '../bench/seed.mjs';

const { values: settings } = parseArgs({
  options: { kills: { type: 'string', default: '20' }, clients: { type: 'string', default: '6' } },
});
const kills = Number(settings.kills);
const clients = Number(settings.clients);
const upMilliseconds = 2_500;

/**
 * A kind of record. A version number determines two of its properties, which are stored in one write: if they don't match,
 * the write was stored partially.
 * @typedef {{ list: string, fields: string, key: string, path: string, valuesOf: (version: number) => object,
 *   versionOf: (record: any) => number | undefined, base: (name: string) => object }} Kind
 */

/**
 * A record that one client writes. `versions` are the acceptable ones: after an acknowledged write only the new one, after a
 * write without a response both the old and the new one; null means that the record doesn't exist. `writes` are all that were
 * sent, by version, and whether they were acknowledged. `stored` is the version that was found.
 * @typedef {{ kind: Kind, name: string, path: string, versions: Set<number | null>, writes: Map<number | null, boolean>,
 *   stored?: number | null | undefined }} Written
 */

/** @param {import('./soak.mjs').Soak} soak @returns {Promise<Kind[]>} */
async function kinds({ request }) {
  /** @type {string[]} */
  const roles = [];
  for (const name of ['Even', 'Odd']) {
    const response = await request('POST', '/roles', {
      name,
      admin_group: '/groups/0',
      group_resources: ['/groups/0'],
      features: [],
    });
    if (response.status !== 201) throw new Error(`The role ${name}: ${await response.text()}`);
    roles.push(/** @type {any} */ (await response.json()).role_resource);
  }
  const number = (/** @type {unknown} */ text) => Number(/^v(\d+)$/.exec(String(text))?.[1] ?? Number.NaN);
  return [
    {
      list: '/groups',
      fields: 'name,description,group_resource',
      key: 'name',
      path: 'group_resource',
      base: (name) => ({ name }),
      valuesOf: (version) => ({ description: `v${version}` }),
      versionOf: ({ description }) => number(description),
    },
    {
      list: '/users',
      fields: 'login,display_name,role_resources,user_resource',
      key: 'login',
      path: 'user_resource',
      base: (login) => ({ login, group_resource: '/groups/0' }),
      valuesOf: (version) => ({ display_name: `v${version}`, role_resources: [roles[version % 2]] }),
      versionOf: ({ display_name, role_resources }) =>
        String(role_resources) === roles[number(display_name) % 2] ? number(display_name) : undefined,
    },
    {
      list: '/oidc_ops',
      fields: 'name,client_id,scope,resource',
      key: 'name',
      path: 'resource',
      base: (name) => ({
        name,
        issuer: 'https://provider.example',
        client_secret: 'a secret of the soak test',
        authorization_endpoint: 'https://provider.example/authorize',
        token_endpoint: 'https://provider.example/token',
        username_path: 'sub',
      }),
      valuesOf: (version) => ({ client_id: `v${version}`, scope: `openid v${version}` }),
      versionOf: ({ client_id, scope }) => (scope === `openid ${client_id}` ? number(client_id) : undefined),
    },
  ];
}

/** @param {string} database @param {string} databaseUrl @returns {Promise<string[]>} problems */
async function run(database, databaseUrl) {
  const soak = await openSoak({ environment: { DATABASE_URL: databaseUrl } });
  const known = await kinds(soak);
  const users = known.find(({ list }) => list === '/users');
  /** @type {string[]} */
  const problems = [];
  /** @type {Written[]} */
  const all = [];
  let acknowledged = 0;

  /**
   * Sends one write. @param {Written} written @param {number | null} version @param {() => Promise<Response>} send
   * @returns {Promise<any>} the response body; undefined if the gateway was killed before it responded
   */
  const write = async (written, version, send) => {
    written.versions.add(version);
    written.writes.set(version, false);
    let response;
    let body;
    try {
      response = await send();
      body = await response.json();
    } catch {
      return undefined;
    }
    // An overloaded service promises nothing either.
    if (response.status === 503) return {};
    if (!response.ok) problems.push(`${written.name} returned ${response.status}: ${JSON.stringify(body)}`);
    else {
      acknowledged += 1;
      written.writes.set(version, true);
      written.versions = new Set([version]);
    }
    return body;
  };

  /** Writes until the gateway is killed. @param {string} client */
  const writeOn = async (client) => {
    /** @type {Written[]} */
    let own = [];
    for (let index = 0; ; index += 1) {
      // Users every other time: their update is the one write that takes several statements.
      const kind = (index % 2 === 0 && users) || known[index % known.length];
      if (!kind) return;
      const roll = Math.random();
      const written = own.find((candidate) => candidate.kind === kind);
      let body;
      if (!written || roll < 0.3) {
        const name = `${client}.${index}`;
        /** @type {Written} */
        const made = { kind, name, path: '', versions: new Set([null]), writes: new Map() };
        all.push(made);
        const data = { ...kind.base(made.name), ...kind.valuesOf(0) };
        body = await write(made, 0, () => soak.request('POST', kind.list, data));
        made.path = body?.[kind.path];
        if (made.path) own = [made, ...own];
      } else if (roll < 0.9) {
        const version = index + 1;
        body = await write(written, version, () => soak.request('PUT', written.path, kind.valuesOf(version)));
      } else {
        body = await write(written, null, () => soak.request('DELETE', written.path));
        own = own.filter((candidate) => candidate !== written);
      }
      if (body === undefined) return;
    }
  };

  const check = async () => {
    for (const kind of known) {
      /** @type {Map<string, any[]>} */
      const found = new Map();
      for (const record of await soak.listAll(kind.list, kind.fields)) {
        const name = record[kind.key];
        found.set(name, [...(found.get(name) ?? []), record]);
      }
      for (const written of all.filter((candidate) => candidate.kind === kind)) {
        const { name, versions } = written;
        const records = found.get(name) ?? [];
        const version = records[0] ? kind.versionOf(records[0]) : null;
        written.stored = version;
        if (records.length > 1) problems.push(`${kind.list} ${name} exists ${records.length} times`);
        else if (version === undefined)
          problems.push(`${kind.list} ${name} is stored partially: ${JSON.stringify(records[0])}`);
        else if (!versions.has(version))
          problems.push(`${kind.list} ${name} is ${version}, but should be ${[...versions].join(' or ')}`);
      }
    }
  };

  /** Compares the log of changes with the writes. Each write of a record has its own version. */
  const checkLog = async () => {
    /** @type {Map<string, any[]>} */
    const entries = new Map();
    let expected = 0;
    for (const change of await soak.readLog()) {
      expected += 1;
      if (change.change_resource !== `/changes/${expected}`)
        problems.push(`${change.change_resource} follows /changes/${expected - 1}`);
      entries.set(change.name, [...(entries.get(change.name) ?? []), change]);
    }
    for (const { kind, name, writes, stored } of all) {
      const [field] = Object.keys(kind.valuesOf(0));
      const logged = (entries.get(name) ?? []).map(({ action, fields }) => {
        const value = fields.find((/** @type {any} */ each) => each.name === field)?.after;
        return action === 'deleted' ? null : Number(/^v(\d+)$/.exec(value)?.[1]);
      });
      for (const [version, promised] of writes) {
        const times = logged.filter((each) => each === version).length;
        if (times > 1 || (promised && times === 0))
          problems.push(`${kind.list} ${name}: version ${version} has ${times} entries`);
      }
      const unknown = logged.filter((version) => !writes.has(version));
      if (unknown.length > 0) problems.push(`${kind.list} ${name} has entries of versions ${unknown.join()}`);
      const last = logged.at(-1) ?? null;
      if (last !== stored)
        problems.push(`${kind.list} ${name} is ${stored}, but its last entry says ${last}`);
    }
  };

  for (let round = 1; round <= kills; round += 1) {
    await soak.killDuring(upMilliseconds, async () => {
      await Promise.all(Array.from({ length: clients }, (_, index) => writeOn(`c${round}-${index}`)));
    });
    if (round % 10 === 0 || round === kills) {
      await check();
      await checkLog();
      process.stdout.write(`${database}: ${round} kills, ${acknowledged} writes acknowledged\n`);
    }
  }
  await soak.close();
  const written = `${database}: ${kills} kills, ${acknowledged} writes of ${all.length} records acknowledged`;
  process.stdout.write(
    `${written}: ${problems.length === 0 ? 'all stored and logged exactly once' : `${problems.length} problems`}\n`,
  );
  return problems;
}

report((await onBothDatabases(run)).flat());
