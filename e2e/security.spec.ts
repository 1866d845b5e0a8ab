import { expect, heading, test } from './fixtures.ts';

// That nothing violates it is checked after every test (`fixtures.ts`).
test('serves the console under a strict content policy', async ({ request }) => {
  const page = await request.get('/sign-in');
  const policy = page.headers()['content-security-policy'] ?? '';
  expect(policy).toMatch(/^default-src 'none'; script-src 'nonce-[\w+/=]+' localhost:\d+\/assets\/; /);
  expect(policy).toContain("require-trusted-types-for 'script'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toContain('unsafe');
  expect(page.headers()).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'cache-control': 'no-cache',
  });
  expect((await request.get('/sign-in')).headers()['content-security-policy']).not.toBe(policy);
  expect((await request.get('/-/docs')).headers()['content-security-policy']).not.toContain('unsafe');

  await test.step('with its files, which never change', async () => {
    const asset = /\/assets\/index-[\w-]+\.js/.exec(await page.text())?.[0] ?? '';
    const response = await request.get(asset, { headers: { 'accept-encoding': 'br' } });
    expect(response.headers()).toMatchObject({
      'content-encoding': 'br',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect((await request.get('/assets/index-gone.js')).status()).toBe(404);
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
