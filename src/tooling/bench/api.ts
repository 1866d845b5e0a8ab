/**
 * The CPU time that the API takes for a request over HTTP, on both databases, beside a Fastify route that returns the same
 * bytes, one that only makes the same query, and for a write, a gateway without the log of changes.
 */
import path from 'node:path';
import { inTurns, load, option, show } from '../harness/measure.ts';
import { signIn, startProduct } from '../harness/product.ts';
import { onBothDatabases, seeded } from '../harness/seed.ts';
import { startBaseline } from '../harness/servers.ts';

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
    const settings = await seeded({ groups }, databaseUrl);
    const another = databaseUrl ? settings : await seeded({ groups });
    const product = await startProduct(settings);
    const withoutLog = await startProduct({ ...another, ACTIVITY_DAYS: '0' });
    const source = databaseUrl || path.join((await seeded({ groups })).DATA_DIR, 'database');
    const query = await startBaseline('query', source);
    const session = await signIn(product.url);
    const { cookie: cookieWithoutLog } = await signIn(withoutLog.url);
    const selected = new RegExp(option('only', ''));
    for (const { name, path: address, data, queries, amount } of requests) {
      if (!selected.test(name)) continue;
      const sample = await session.send(data ? 'POST' : 'GET', address, data);
      const bytes = await startBaseline('bytes', String(sample.status), await sample.text());
      const measure =
        (server: { url: string; pid: number }, cookie = session.cookie) =>
        () =>
          load(server, `/api${address}`, {
            amount: Math.max(10, amount * scale),
            headers: { cookie, ...(data && { 'content-type': 'application/json' }) },
            ...(data && { method: 'POST', body: JSON.stringify({ data }), idReplacement: true }),
          });
      const results = await inTurns({
        product: measure(product),
        'same bytes': measure(bytes),
        ...(queries && { 'same query': measure(query) }),
        ...(data && { 'without log': measure(withoutLog, cookieWithoutLog) }),
      });
      show(`${name}, ${database}, ${groups} groups, every write flushed to disk`, results);
      await bytes.stop();
    }
    for (const server of [query, withoutLog, product]) await server.stop();
  });
}
