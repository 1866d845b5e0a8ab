/**
 * Stops and kills two instances in turn, under load directly and through nginx as `deploy/nginx-several.conf` configures it.
 * Checks that a stop resets no connection and rejects no request, and that a kill only affects requests that can't be
 * repeated safely.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { Agent, request as send } from 'node:http';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { signIn, startGateway } from '../bench/gateway.mjs';
import { startCluster } from '../postgres-cluster.mjs';
import { temporaryFolder } from '../temporary-folder.mjs';
import { report } from './soak.mjs';

const { values } = parseArgs({
  options: { stops: { type: 'string', default: '20' }, kills: { type: 'string', default: '6' } },
});
/** As `fail_timeout`: until then, nginx sends no requests to an instance that was down. */
const avoidedMilliseconds = 5_500;
const nginx = '/usr/sbin/nginx';

const cluster = await startCluster();
if ('missing' in cluster) throw new Error(cluster.missing);
const folder = temporaryFolder('stops');
const [proxyPort, ...ports] = await freePorts(3);
const environment = (/** @type {number | undefined} */ port) => ({
  PORT: String(port),
  DATABASE_URL: cluster.url,
  SECRET_KEY: 'the same for every instance on one database',
  PUBLIC_URL: `http://127.0.0.1:${proxyPort}`,
  TRUST_PROXY: '127.0.0.1',
});
/** @type {Awaited<ReturnType<typeof startGateway>>[]} */
const instances = [];
for (const port of ports) instances.push(await startGateway(folder, environment(port)));
const proxy = existsSync(nginx) ? startProxy() : undefined;
if (!proxy) process.stdout.write("nginx isn't installed: tests direct connections only\n");
const cookie = await signIn(`http://127.0.0.1:${ports[0]}`);

/** @type {string[]} */
const problems = [];
/** @type {Map<string, number>} */
const outcomes = new Map();
/** The names of groups that were created, and of those that may have been. @type {Set<string>} */
const created = new Set();
/** @type {Set<string>} */
const unknown = new Set();
/** What happens to an instance now. @type {'stop' | 'kill'} */
let ending = 'stop';
let running = true;
let sent = 0;

/** @param {number | undefined} port @param {Agent | false} agent @param {string} [name] of a group to create @returns {Promise<string>} */
function ask(port, agent, name) {
  return new Promise((resolve) => {
    const headers = { cookie, host: `127.0.0.1:${proxyPort}`, 'content-type': 'application/json' };
    const method = name ? 'POST' : 'GET';
    const request = send({ port, host: '127.0.0.1', agent, method, path: '/api/groups', headers });
    request.on('response', (response) => {
      response
        .on('error', (/** @type {any} */ error) => resolve(error.code))
        .on('end', () => {
          resolve(String(response.statusCode));
        });
      response.resume();
    });
    request.on('error', (/** @type {any} */ error) => resolve(error.code));
    request.end(name && JSON.stringify({ data: { name } }));
  });
}

/** Sends requests until the end. @param {string} what @param {number | undefined} port @param {{ alive: boolean, writes: boolean }} how */
async function load(what, port, { alive, writes }) {
  const agent = alive && new Agent({ keepAlive: true, maxSockets: 1 });
  while (running) {
    sent += 1;
    const name = writes ? `Group ${sent}` : undefined;
    const outcome = await ask(port, agent, name);
    if (name && outcome === '201') created.add(name);
    else if (name && outcome === '502') unknown.add(name);
    const direct = port !== proxyPort;
    // The system resets connections that it takes in the instant before the process stops listening; keep-alive clients and
    // proxies don't open any then.
    const lost = ending === 'kill' || !alive;
    const kept =
      outcome.startsWith('20') ||
      (direct && (outcome === 'ECONNREFUSED' || (outcome === 'ECONNRESET' && lost)));
    // Nginx can't know whether a killed instance has created the group.
    if (!kept && !(ending === 'kill' && name && outcome === '502'))
      problems.push(`${what}: ${outcome} (${ending})`);
    outcomes.set(`${ending} ${what} ${outcome}`, (outcomes.get(`${ending} ${what} ${outcome}`) ?? 0) + 1);
    await sleep(outcome.startsWith('E') ? 20 : Math.random() * 5);
  }
  if (agent) agent.destroy();
}

const clients = [];
for (const port of ports) {
  for (let index = 0; index < 4; index += 1)
    clients.push(load('keep-alive', port, { alive: true, writes: false }));
  for (let index = 0; index < 4; index += 1)
    clients.push(load('new connections', port, { alive: false, writes: false }));
}
if (proxy) {
  for (let index = 0; index < 6; index += 1)
    clients.push(load('nginx', proxyPort, { alive: true, writes: false }));
  for (let index = 0; index < 2; index += 1)
    clients.push(load('nginx writes', proxyPort, { alive: true, writes: true }));
}

/** @param {typeof ending} how @param {number} times */
async function endInTurn(how, times) {
  ending = how;
  for (let round = 0; round < times; round += 1) {
    await sleep(Math.random() * 300);
    const turn = round % ports.length;
    await instances[turn]?.[how]();
    instances[turn] = await startGateway(folder, environment(ports[turn]));
    await sleep(avoidedMilliseconds);
  }
}
await endInTurn('stop', Number(values.stops));
if (proxy) await endInTurn('kill', Number(values.kills));
running = false;
await Promise.all(clients);

const response = await fetch(`http://127.0.0.1:${ports[0]}/api/groups?limit=1`, { headers: { cookie } });
const { rows } = /** @type {{ rows: number }} */ (await response.json());
// Besides the Default group. Each name is unique, so that a group that was created twice would have been rejected.
if (rows - 1 < created.size || rows - 1 > created.size + unknown.size)
  problems.push(`${created.size} groups were created, ${unknown.size} may have been, and ${rows - 1} exist`);
for (const instance of instances) await instance.stop();
await cluster.stop();
for (const outcome of [...outcomes.keys()].toSorted())
  process.stdout.write(`${outcome}: ${outcomes.get(outcome)}\n`);
report(problems);
process.stdout.write(
  `${values.stops} stops, ${values.kills} kills, ${sent} requests: ${problems.length} problems\n`,
);

function startProxy() {
  const configuration = readFileSync('deploy/nginx-several.conf', 'utf8')
    .replace(/console-1:8080/, `127.0.0.1:${ports[0]}`)
    .replace(/console-2:8080/, `127.0.0.1:${ports[1]}`)
    // Without TLS, and without the server that redirects to it.
    .replace(/^server \{\n\s+listen 80;.*?^\}\n/ms, '')
    .replaceAll(/^\s+(ssl_|listen \[::\]).*\n/gm, '')
    .replace('listen 443 ssl http2', `listen 127.0.0.1:${proxyPort}`);
  mkdirSync(path.join(folder, 'nginx'));
  const file = path.join(folder, 'nginx/nginx.conf');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const paths = temporary.map((kind) => `${kind}_temp_path ${folder}/nginx/${kind};`).join('\n');
  writeFileSync(
    file,
    `daemon off; pid ${folder}/nginx/pid; error_log ${folder}/nginx/error.log;
     events { worker_connections 512; }
     http { access_log off; ${paths}\n${configuration} }`,
  );
  const child = spawn(nginx, ['-e', 'stderr', '-c', file], { stdio: 'inherit' });
  process.once('exit', () => child.kill());
  return child;
}

/** @param {number} count @returns {Promise<number[]>} ports that nobody listens on */
async function freePorts(count) {
  const servers = Array.from({ length: count }, () => createServer());
  await Promise.all(
    servers.map((server) => new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(0)))),
  );
  const free = servers.map((server) => /** @type {import('node:net').AddressInfo} */ (server.address()).port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return free;
}
