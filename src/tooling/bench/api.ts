/**
 * The CPU time that the API takes for a request over HTTP, on both databases, beside a Fastify route that returns the same
 * bytes, one that only makes the same query, and for a write, a gateway without the log of changes.
 */
import path from 'node:path';
import type { Options } from 'autocannon';
import { signIn, startGateway } from '../harness/gateway.mjs';
import { inTurns, load, option, show, type Figures } from '../harness/measure.ts';
import { onBothDatabases, seededFolder, seededGateway } from '../harness/seed.ts';
import { start } from '../harness/servers.ts';

const groups = 10_000;
/** Scales the numbers of requests, for a quick look. */
const scale = Number(option('scale', 1));

const requests: { name: string; path: string; data?: object; queries?: true; amount: number }[] = [
  { name: 'GET /authentication', path: '/authentication', amount: 1_000 },
  { name: 'page of 100 groups', path: '/groups?limit=100', queries: true, amount: 200 },
  { name: 'page of 1,000 groups', path: '/groups?limit=1000', queries: true, amount: 50 },
  { name: 'one group', path: '/groups/5', queries: true, amount: 500 },
  // The ID is replaced in each request, because names are unique among siblings.
  { name: 'POST /groups', path: '/groups', data: { name: 'Bench [<id>]', description: 'Made' }, amount: 500 },
];

export async function run(): Promise<void> {
  await onBothDatabases(async (database, databaseUrl) => {
    const product = await seededGateway({ groups, databaseUrl });
    const environment = { ACTIVITY_DAYS: '0', DATABASE_URL: databaseUrl };
    const withoutLog = await startGateway(databaseUrl ? '' : await seededFolder({ groups }), environment);
    const query = await start('query', {
      source: databaseUrl || path.join(await seededFolder({ groups }), 'database'),
    });
    const cookieWithoutLog = (await signIn(withoutLog.url)).cookie;
    const selected = new RegExp(option('only', ''));
    for (const { name, path: address, data, queries, amount } of requests.filter((each) =>
      selected.test(each.name),
    )) {
      const sample = await product.session.send(data ? 'POST' : 'GET', address, data);
      const bytes = await start('bytes', { status: sample.status, body: await sample.text() });
      const body: Partial<Options> = data
        ? { method: 'POST', body: JSON.stringify({ data }), idReplacement: true }
        : {};
      const loadOf =
        (server: { url: string; pid: number }, cookie = product.session.cookie) =>
        (): Promise<Figures> => {
          const headers = { cookie, ...(data && { 'content-type': 'application/json' }) };
          return load(server, `/api${address}`, { ...body, headers, amount: Math.max(10, amount * scale) });
        };
      const results = await inTurns<string>({
        product: loadOf(product),
        'same bytes': loadOf(bytes),
        ...(queries && { 'same query': loadOf(query) }),
        ...(data && { 'without log': loadOf(withoutLog, cookieWithoutLog) }),
      });
      show(`${name}, ${database}, ${groups} groups, every write flushed to disk`, results);
      await bytes.stop();
    }
    for (const server of [query, withoutLog, product]) await server.stop();
  });
}
