import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../tooling/temporary-folder.ts';
import { sampleDatabase, testGateway } from '../testing/gateway.ts';

const consoleFolder = temporaryFolder('console');
const navigation = { accept: 'text/html,*/*;q=0.8', 'sec-fetch-site': 'none' };
mkdirSync(path.join(consoleFolder, 'assets'));
writeFileSync(path.join(consoleFolder, 'index.html'), 'page');
const database = sampleDatabase();

const gateways = {
  embedded: () => testGateway({}, { consoleFolder, database }),
  'over TLS': () => testGateway({ PUBLIC_URL: 'https://console.example' }, { consoleFolder, database }),
  remote: () => testGateway({ SERVICE_URL: 'http://127.0.0.1:9/api' }, { consoleFolder }),
};
type Mode = keyof typeof gateways;

/** What a gateway responds to navigations: the target of the redirect, or the body. */
async function visits(mode: Mode, urls: readonly string[], headers: Record<string, string> = {}) {
  const gateway = await gateways[mode]();
  const responses: string[] = [];
  for (const url of urls) {
    const response = await gateway.inject({ url, headers: { ...navigation, ...headers } });
    const { statusCode, headers: sent } = response;
    responses.push(statusCode === 302 ? `${sent.location} ${sent['cache-control']}` : response.body);
  }
  await gateway.close();
  return responses;
}

describe.each<Mode>(['embedded', 'over TLS', 'remote'])('without a session, %s', (mode) => {
  it('leads every address to the sign-in page', async () => {
    const pages = ['/groups/5?q=a%26b', '/nothing', '//other.example/', '/-/docs'];
    expect(await visits(mode, ['/', ...pages])).toEqual([
      '/sign-in no-store',
      ...pages.map((page) => `/sign-in?return_to=${encodeURIComponent(page)} no-store`),
    ]);
  });

  it('serves pages that need no session', async () => {
    const pages = ['/sign-in?return_to=%2F', '/signed-in', '/sign-in-test-finished'];
    expect(await visits(mode, pages)).toEqual(pages.map(() => 'page'));
  });

  it('serves a page whose address looks like that of a file', async () => {
    expect(await visits(mode, ['/groups/1.0'])).toEqual(['/sign-in?return_to=%2Fgroups%2F1.0 no-store']);
    expect(await visits(mode, ['/robots.txt'], { accept: '*/*' })).toEqual([
      '{"detail":["/robots.txt isn\'t a known path"]}',
    ]);
  });

  it('serves other clients the page', async () => {
    expect(await visits(mode, ['/'], { accept: '*/*' })).toEqual(['page']);
    expect(await visits(mode, ['/'], { authorization: 'Bearer key' })).toEqual(['page']);
  });
});

it.each<[Mode, Record<string, string>, string]>([
  ['embedded', { cookie: 'a=b; session=c' }, 'page'],
  ['embedded', { cookie: 'device=session=c; sessions=d' }, '/sign-in no-store'],
  ['over TLS', { cookie: '__Host-session=c' }, 'page'],
  ['over TLS', { cookie: 'session=c' }, '/sign-in no-store'],
  ['remote', { cookie: 'any=c' }, 'page'],
  // Its cookie may be `SameSite=Strict`, so that it isn't sent.
  ['remote', { 'sec-fetch-site': 'cross-site' }, 'page'],
])('recognizes a possible session, %s: %o', async (mode, headers, response) => {
  expect(await visits(mode, ['/'], headers)).toEqual([response]);
});

it("can't say what browsers without Sec-Fetch-Site leave out, in front of a remote service", async () => {
  const gateway = await gateways.remote();
  expect((await gateway.inject({ url: '/', headers: { accept: 'text/html' } })).body).toBe('page');
  await gateway.close();
});
