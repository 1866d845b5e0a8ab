import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../tooling/temporary-folder.ts';
import { sampleDatabase, testGateway } from '../testing/gateway.ts';

const consoleFolder = temporaryFolder('console');
mkdirSync(path.join(consoleFolder, 'assets'));
for (const file of ['index.html', 'favicon.svg', 'assets/a.js'])
  writeFileSync(path.join(consoleFolder, file), '');
const database = sampleDatabase();

it.each(['embedded', 'remote'])('every response carries the version: %s', async (mode) => {
  const options = { consoleFolder, productVersion: '1.2.3' };
  const service = await testGateway({}, { database });
  const address = await service.listen({ host: '127.0.0.1', port: 0 });
  const gateway = await (mode === 'embedded'
    ? testGateway({}, { ...options, database })
    : testGateway({ SERVICE_URL: `${address}/api` }, options));
  const statuses: Record<string, number> = {
    'GET /': 200,
    'GET /groups': 200,
    'GET /favicon.svg': 200,
    'GET /assets/a.js': 200,
    'GET /assets/b.js': 404,
    'GET /-/health': 200,
    'PUT /-/health': 405,
    'GET /api/authentication': 401,
    'GET /api/nothing': 404,
    'GET /%': 400,
    'DELETE /-/session': 403,
  };
  for (const [line, status] of Object.entries(statuses)) {
    const [method, url] = line.split(' ') as ['GET', string];
    const origin = status === 403 ? { origin: 'https://other.example' } : {};
    const { statusCode, headers } = await gateway.inject({ method, url, headers: origin });
    expect([line, statusCode, headers['x-palisade-version']]).toEqual([line, status, '1.2.3']);
  }
  await gateway.close();
  await service.close();
});
