import { expect, heading, test } from './fixtures.ts';

// That nothing violates it is checked after every test (`fixtures.ts`).
test('serves pages with a strict content policy', async ({ request }) => {
  const headers = (await request.get('/groups/1')).headers();
  expect(headers['content-security-policy']).toMatch(
    /^default-src 'none'; script-src 'nonce-[\w+/=]+' localhost:\d+\/assets\/; /,
  );
  expect(headers['content-security-policy']).toContain("require-trusted-types-for 'script'");
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
  expect(headers['content-security-policy']).not.toContain('unsafe');
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'cache-control': 'no-cache',
  });
});

test('never renders text as markup', async ({ browser, gateway, request }) => {
  const asset = /\/assets\/index-[\w-]+\.js/.exec(await (await request.get('/')).text())?.[0] ?? '';
  // Not the page of other tests, after which any violation is a failure.
  const page = await browser.newPage();
  await page.goto(gateway.url);
  await expect(heading(page, 'Sign in to Palisade')).toBeVisible();
  const attempts = `(async () => {
    const attempt = (act) => {
      try {
        act();
        return 'allowed';
      } catch (error) {
        return error instanceof TypeError ? 'refused' : String(error);
      }
    };
    const violation = new Promise((resolve) => {
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
        if (blockedURI.startsWith('http')) resolve(effectiveDirective + ' ' + new URL(blockedURI).pathname);
      });
    });
    const results = {
      markup: attempt(() => (document.createElement('div').innerHTML = '<img src="x">')),
      styleSheet: attempt(() => (document.createElement('style').innerHTML = '.a > .b { color: red }')),
      responseAsScript: attempt(() => (document.createElement('script').src = '/api/openapi.json')),
      responseAsWorker: attempt(() => new Worker('/api/openapi.json')),
      ownFileAsScript: attempt(() => (document.createElement('script').src = '${asset}')),
      ownFileAsWorker: attempt(() => new Worker('${asset}')),
      ownFileImported: await import('${asset}').then(() => 'loaded'),
    };
    // No Trusted Types are asked for here: the page's list of sources decides.
    await import('/api/openapi.json').catch(() => undefined);
    return { ...results, violation: await violation };
  })()`;
  const outcomes = await page.evaluate(attempts);
  expect(outcomes).toEqual({
    markup: 'refused',
    styleSheet: 'allowed',
    responseAsScript: 'refused',
    responseAsWorker: 'refused',
    ownFileAsScript: 'allowed',
    ownFileAsWorker: 'allowed',
    ownFileImported: 'loaded',
    violation: 'script-src-elem /api/openapi.json',
  });
  await page.close();
});

test('creates a new nonce for every page', async ({ request }) => {
  const policies = await Promise.all(
    [1, 2].map(async () => (await request.get('/')).headers()['content-security-policy']),
  );
  expect(policies[0]).not.toBe(policies[1]);
});

test('serves assets immutable', async ({ request, baseURL }) => {
  const page = await (await request.get('/')).text();
  const asset = /\/assets\/index-[\w-]+\.js/.exec(page)?.[0] ?? '';
  const response = await request.get(asset, { headers: { 'accept-encoding': 'br' } });
  expect(response.headers()).toMatchObject({
    'content-encoding': 'br',
    'cache-control': 'public, max-age=31536000, immutable',
  });
  const missing = await request.get('/assets/index-gone.js');
  expect(missing.status()).toBe(404);
  expect(await missing.json()).toEqual({ detail: ["/assets/index-gone.js isn't a known path"] });
  expect((await request.get('/groups/1')).status()).toBe(200);
  expect((await request.get('/logo.png')).status()).toBe(404);
  // No URL can be made of it.
  expect((await request.get(`${baseURL}//`)).status()).toBe(200);
});

test('reports its state without addresses', async ({ request }) => {
  expect((await request.get('/-/health')).status()).toBe(200);
  expect((await request.get('/-/ready')).status()).toBe(200);
  await request.get('/api/groups/424242?q=canary-in-an-address');
  const metrics = await (await request.get('/-/metrics')).text();
  expect(metrics).toContain('http_request_duration_seconds_count');
  expect(metrics).toContain('route="/api/groups/:id"');
  expect(metrics).not.toMatch(/424242|canary/);
  const unknown = await request.get('/-/nothing');
  expect(unknown.status()).toBe(404);
  expect(await unknown.json()).toEqual({ detail: ["/-/nothing isn't a known path"] });
});

test('never caches API responses', async ({ apiAs }) => {
  const api = await apiAs('admin');
  const response = await api.get('/api/groups', { headers: { 'accept-encoding': 'gzip' } });
  expect(response.headers()).toMatchObject({ 'cache-control': 'no-store', 'content-encoding': 'gzip' });
});
