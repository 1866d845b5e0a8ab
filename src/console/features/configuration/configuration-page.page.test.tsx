import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../testing/accessible.ts';
import {
  dropFile,
  expectToFitPhone,
  heading,
  keepDownloads,
  renderPage,
  textsOf,
} from '../../../testing/pages/render-page.tsx';
import { applyRules, createRecord, request, sentBy, type Role } from '../../../testing/pages/requests.ts';

/** Chooses a file. */
const choose = (text: BlobPart) =>
  userEvent.upload(
    page.elementLocator(document.querySelector('input[type="file"]')!),
    new File([text], 'production.yaml'),
  );
const status = (text: string) => page.getByRole('status').filter({ hasText: text });
const change = (text: RegExp) => page.getByRole('listitem').filter({ hasText: text }).last();

async function open(as: Role = 'admin', address = '/configuration', title = 'Configuration') {
  const opened = await renderPage(address, as);
  await expect.element(heading(title)).toBeVisible();
  return opened;
}

it('exports the chosen sections', async () => {
  await open();
  const files = keepDownloads();
  for (const name of ['Groups', 'Users', 'Providers']) await page.getByRole('switch', { name }).click();
  await expectAccessible();
  await expectToFitPhone();
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await expect.poll(() => files.has(`${location.hostname}.yaml`)).toBe(true);
  const text = (await files.get(`${location.hostname}.yaml`))!;
  expect(text).toMatch(/^roles:$/m);
  expect(text).not.toMatch(/^(groups|users|oidc_providers):/m);
});

it("offers no section to export that the user can't read", async () => {
  await open('tenant');
  expect(textsOf(page.getByRole('group', { name: 'Export' }).getByRole('switch'))).toHaveLength(3);
  // Of another service, only its responses say who can.
  const detail = ['requires privilege ro on feature oidc'];
  await applyRules({ endpoint: 'listOidcOps', effect: { kind: 'status', status: 403, detail }, times: null });
  await open('admin');
  const sections = page.getByRole('group', { name: 'Export' }).getByRole('switch');
  await expect.poll(() => textsOf(sections).join()).not.toContain('Providers');
  await expect.element(sections).toHaveLength(3);
});

it('plans a file as a tree, asks for its secrets, applies it, and reports what became of it', async () => {
  await open();
  const files = keepDownloads();
  const links = page.getByRole('navigation', { name: 'Pages' }).getByRole('link');
  const current = links.elements().filter((link) => link.hasAttribute('aria-current'));
  expect(current.map(({ textContent }) => textContent?.trim())).toEqual(['Configuration']);
  await choose(`palisade: 1
groups: [{ name: From a file, description: New, groups: [{ name: Below }] }]
users: [{ login: filed, group: From a file, password: { env: FILED_PASSWORD } }]
`);
  await expect.element(status('3 to create')).toBeVisible();
  await expect.element(change(/^Create From a file.*description: New.*Create Below/)).toBeVisible();
  // Only what is done to it is bold.
  const described = page.getByText('description:', { exact: true });
  expect(getComputedStyle(described.element()).fontWeight).toBe('400');
  await expect.element(change(/^Create filed.*password: from FILED_PASSWORD/)).toBeVisible();
  await page.getByLabelText('FILED_PASSWORD').fill('correct horse battery');
  await expectAccessible();
  await expectToFitPhone();
  await page.getByRole('button', { name: 'Apply 3 changes' }).click();
  await expect.element(change(/^Create filed – Done/)).toBeVisible();
  await expect.element(status('Applied: 2 groups and 1 user created')).toBeVisible();
  await page.getByRole('button', { name: 'Download report' }).click();
  await expect.poll(() => files.has('production-report.json')).toBe(true);
  const report = (await files.get('production-report.json'))!;
  expect(JSON.parse(report)).toMatchObject({
    file: 'production.yaml',
    service: location.host,
    user: 'admin',
    applied_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    steps: [{ name: 'From a file' }, { name: 'From a file > Below' }, { name: 'filed' }],
    results: [{ outcome: 'done' }, { outcome: 'done' }, { name: 'filed', outcome: 'done' }],
  });
  expect(report).not.toContain('correct horse battery');
  await page.getByRole('button', { name: 'Plan again' }).click();
  await expect.element(status('No changes')).toBeVisible();
  await page.getByRole('checkbox', { name: /Prune/ }).click();
  await expect.element(page.getByText("This can't be applied")).toBeVisible();
});

it('asks before a plan with typed secrets is left or replaced', async () => {
  const { address } = await open();
  const text = 'palisade: 1\nusers: [{ login: typed, password: { env: TYPED } }]\n';
  dropFile('File', new File([text], 'first.yaml'));
  await page.getByLabelText('TYPED').fill('a secret');
  const question = page.getByRole('dialog');
  dropFile('File', new File([text], 'second.yaml'));
  await expect.element(question).toHaveTextContent(/Discard the secrets you typed/);
  await question.getByRole('button', { name: 'Keep this plan' }).click();
  await expect.element(page.getByLabelText('TYPED')).toHaveValue('a secret');
  await page.getByRole('checkbox', { name: /Prune/ }).click();
  await question.getByRole('button', { name: 'Keep this plan' }).click();
  await page.getByRole('navigation').getByRole('link', { name: 'Groups', exact: true }).click();
  await expect.element(question).toHaveTextContent(/Leave without applying/);
  await question.getByRole('button', { name: 'Stay on this page' }).click();
  expect(address()).toBe('/configuration');
  dropFile('File', new File([text], 'third.yaml'));
  await question.getByRole('button', { name: 'Discard secrets' }).click();
  await expect.element(page.getByLabelText('TYPED')).toHaveValue('');
});

it('says what is wrong with what was dropped', async () => {
  await open();
  dropFile('File', new File(['1'], 'one.yaml'), new File(['2'], 'two.yaml'));
  await expect.element(page.getByText('Drop one file, not 2')).toBeVisible();
  dropFile('File');
  await expect.element(page.getByText('Only a file can be dropped here')).toBeVisible();
});

it('shows and reports no secret, also if the service repeats it, and takes a dropped file', async () => {
  await open();
  const files = keepDownloads();
  const repeated = 'a "quoted" secret';
  const detail = [`password: ${repeated} is too common`];
  await applyRules({ endpoint: 'createUser', effect: { kind: 'status', status: 400, detail }, times: 1 });
  const text = 'palisade: 1\nusers: [{ login: repeats, password: { env: REPEATED } }]\n';
  dropFile('File', new File([text], 'dropped.yaml'));
  await page.getByLabelText('REPEATED').fill(repeated);
  await page.getByRole('button', { name: 'Apply 1 change' }).click();
  await expect.element(change(/Failed: password: •+ is too common/)).toBeVisible();
  await expect.element(page.getByText('1 failed, 0 not tried')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Plan again' })).toHaveFocus();
  await page.getByRole('button', { name: 'Download report' }).click();
  await expect.poll(() => files.has('dropped-report.json')).toBe(true);
  const report = (await files.get('dropped-report.json'))!;
  expect(report).toContain('is too common');
  expect(report).not.toContain('quoted');
  expect(document.body.textContent).not.toContain(repeated);
});

it('deletes much only if the number is typed', async () => {
  await open();
  const detail = ['Kept by the test'];
  await applyRules({
    endpoint: 'deleteOidcOp',
    effect: { kind: 'status', status: 409, detail },
    times: null,
  });
  await choose('palisade: 1\noidc_providers: []\n');
  await page.getByRole('checkbox', { name: /Prune/ }).click();
  const number = page.getByLabelText(/^Type \d+ to delete \d+ record/);
  await expect.element(number).toBeVisible();
  const [count = ''] =
    /\d+/.exec((number.element() as HTMLInputElement).labels?.[0]?.textContent ?? '') ?? [];
  const button = page.getByRole('button', { name: /^Apply \d+ change/ });
  for (const wrong of ['', `${count}0`, '0']) {
    await number.fill(wrong);
    await button.click();
    await expect.element(number).toBeInvalid();
  }
  expect(sentBy('DELETE')).toEqual([]);
  await number.fill(count);
  await button.click();
  await expect.element(change(/^Delete .* – Failed: Kept by the test/)).toBeVisible();
  expect(sentBy('DELETE')).toHaveLength(1);
});

it('recreates the groups that a file has deleted', async () => {
  const top = await createRecord('/groups/0/groups', { name: 'Pruned' });
  for (const name of ['North', 'South']) await createRecord(`${top}/groups`, { name });
  const role = await createRecord('/roles', {
    name: 'Pruning',
    admin_group: '/groups/0',
    features: [{ name: 'group', privilege: 'rw' }],
    group_resources: [top],
  });
  const login = 'pruner';
  const password = `${login}-demo-2026`;
  await createRecord('/users', { login, password, group_resource: top, role_resources: [role] });
  await open(login as Role);
  await choose('palisade: 1\ngroups: []\n');
  await page.getByRole('checkbox', { name: /Prune/ }).click();
  await page.getByLabelText(/^Type 2 to delete/).fill('2');
  await page.getByRole('button', { name: 'Apply 2 changes' }).click();
  await page.getByRole('button', { name: 'Recreate deleted groups' }).click();
  const dialog = page.getByRole('dialog');
  await expect.poll(() => textsOf(dialog.getByRole('listitem')).toSorted()).toEqual(['North', 'South']);
  await dialog.getByRole('button', { name: 'Recreate 2 groups' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  const children = async () =>
    (await request<{ data: { name: string }[] }>('GET', `/api${top}/groups`)).data.map(({ name }) => name);
  await expect.poll(async () => (await children()).toSorted()).toEqual(['North', 'South']);
});

it('asks before it is left while it applies a file, and asks for a new session if that ends', async () => {
  const { address, history } = await open();
  await choose('palisade: 1\nusers: [{ login: unseen }]\nroles: [{ name: Unseen }]\n');
  await applyRules(
    { endpoint: 'createRole', effect: { kind: 'latency', milliseconds: 3_000 }, times: 1 },
    { endpoint: 'createUser', effect: { kind: 'session-ended' }, times: 1 },
  );
  await page.getByRole('button', { name: 'Apply 2 changes' }).click();
  await expect.poll(() => sentBy('POST')).toHaveLength(1);
  history.push('/groups');
  const leaving = page.getByRole('dialog', { name: 'Leave while the file is being applied?' });
  await expect.element(leaving).toBeVisible();
  // Nothing leaves without an answer, not even when it's done.
  const signIn = page.getByRole('dialog', { name: 'Sign in again' });
  await expect.element(signIn).toBeVisible();
  await expect.element(leaving).not.toBeInTheDocument();
  expect(address()).toBe('/configuration');
  await expect.element(change(/^Create Unseen – Done/)).toBeInTheDocument();
  await expect.element(change(/^Create unseen – Failed/)).toBeInTheDocument();
});

/** Starts to apply a file that creates two roles slowly. */
async function applyTwo(how: string) {
  await choose(`palisade: 1\nroles: [{ name: ${how} first }, { name: ${how} second }]\n`);
  await applyRules({ endpoint: 'createRole', effect: { kind: 'latency', milliseconds: 1_500 }, times: 1 });
  const button = page.getByRole('button', { name: 'Apply 2 changes' });
  await button.click();
  await expect.poll(() => sentBy('POST')).toHaveLength(1);
  await expect.element(button).toHaveFocus();
}

async function expectOneOf(how: string) {
  const names = async () =>
    (await request<{ data: { name: string }[] }>('GET', '/api/roles')).data.map(({ name }) => name);
  await expect.poll(names).toContain(`${how} first`);
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(await names()).not.toContain(`${how} second`);
}

it('can be stopped after the change that is being made', async () => {
  await open();
  await applyTwo('Stop');
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect.element(page.getByText('1 applied, 0 failed, 1 not tried')).toBeVisible();
  await expectOneOf('Stop');
});

it('stops when it is left', async () => {
  const { address, history } = await open();
  await applyTwo('Leave');
  history.push('/groups');
  await page.getByRole('button', { name: 'Leave' }).click();
  await expect.poll(address).toMatch(/^\/groups/);
  await expectOneOf('Leave');
});

it('begins with 200 changes, shows more on request, and lists every deletion', async () => {
  await open();
  const names = Array.from({ length: 1450 }, (_, index) => `{ name: Group ${index} }`);
  await choose(`palisade: 1\ngroups: [${names.join(', ')}]\n`);
  await expect.element(status('1,450 to create')).toBeVisible();
  const actions = (action: string) => document.querySelectorAll(`[data-action="${action}"]`).length;
  expect(actions('create')).toBe(200);
  await page.getByRole('button', { name: 'Show 1,000 of 1,250 more' }).click();
  await page.getByRole('button', { name: 'Show 250 of 250 more' }).click();
  expect(actions('create')).toBe(1450);
  await page.getByRole('checkbox', { name: /Prune/ }).click();
  await expect.element(status('1,450 to create, ')).toBeVisible();
  const { rows } = await request<{ rows: number }>('GET', '/api/groups?limit=1');
  expect(rows).toBeGreaterThan(250);
  // Except for the one at the top.
  expect(actions('delete')).toBe(rows - 1);
});

it('leads from a result to its record', async () => {
  await open();
  await choose('palisade: 1\nroles: [{ name: Filed role, applies_to: [/], features: { group: ro } }]\n');
  await page.getByRole('button', { name: 'Apply 1 change' }).click();
  const link = page.getByRole('link', { name: 'Show Filed role' });
  await expect.element(link).toHaveAttribute('target', '_blank');
  await renderPage(link.element().getAttribute('href')!, 'admin');
  await expect.element(heading('Filed role')).toBeVisible();
});

it("shows a file's problems in its text, the first one focused", async () => {
  await open();
  const groups = Array.from({ length: 40 }, (_, index) => `  - name: Group ${index}\n`).join('');
  await choose(`palisade: 1\ngroups:\n${groups}users:\n  - login: filed\n    password: secret\nrolls: []\n`);
  const alert = page.getByRole('alert');
  await expect.element(alert).toHaveTextContent('2 problems');
  await expect.element(alert.getByText('Line 45, Password: must be an object with env')).toHaveFocus();
  await expect.element(alert).toHaveTextContent(/did you mean roles/);
  // Lines around the problems only.
  await expect.element(alert).toHaveTextContent(/43users:44 - login: filed45/);
  await expect.element(alert).not.toHaveTextContent('Group 30');
  await expectAccessible();
  await expectToFitPhone();
});

it("compares another service's export, and applies it only if that is chosen", async () => {
  await open();
  await choose('palisade: 1\nservice: other.example.com\ngroups: [{ name: Elsewhere }]\nend: true\n');
  await expect.element(page.getByText('This is an export of other.example.com.')).toBeVisible();
  await expect.element(page.getByRole('region', { name: 'Plan' })).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Compare' }).click();
  await expect.element(status('1 only in the file')).toBeVisible();
  await expect.element(change(/^Only in the file: Elsewhere/)).toBeVisible();
  await expect.element(change(/^Only here: /)).toBeVisible();
  await expect.element(page.getByRole('button', { name: /^Apply \d/ })).not.toBeInTheDocument();
  await expect.element(page.getByRole('checkbox', { name: /Prune/ })).not.toBeInTheDocument();
  await expectAccessible();
  await page.getByRole('button', { name: 'Apply here' }).click();
  await expect.element(status('1 to create')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Apply 1 change' })).toBeVisible();
  expect([sentBy('POST'), sentBy('PUT'), sentBy('DELETE')]).toEqual([[], [], []]);
});
