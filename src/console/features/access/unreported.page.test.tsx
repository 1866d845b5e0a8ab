import { expect, it, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import { features } from '../../../contract/access/privileges.ts';
import { heading, renderPage } from '../../../testing/pages/render-page.tsx';
import { applyRules, sendAs, sentBy, signIn } from '../../../testing/pages/requests.ts';

const dialog = page.getByRole('dialog');
const save = dialog.getByRole('button', { name: 'Save changes' });

/** Changes the bodies of the responses that the page receives until the test ends, as other services may. */
function alterResponses(alter: (url: string, text: string) => unknown): void {
  const { fetch } = globalThis;
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (...input) => {
    const response = await fetch(...input);
    const text = await response.clone().text();
    const altered = alter(response.url, text);
    return altered === undefined ? response : new Response(JSON.stringify(altered), response);
  });
  onTestFinished(() => spy.mockRestore());
}

/** Leaves fields out of the users and roles that the page receives. */
function leaveOut(...fields: string[]): void {
  alterResponses((url, text) => {
    if (!/\/api\/(users|roles)\b/.test(url)) return undefined;
    return JSON.parse(text, function keep(name, value: unknown) {
      return fields.includes(name) && !Array.isArray(this) ? undefined : value;
    });
  });
}

async function createUser(login: string): Promise<string> {
  const user = { login, group_resource: '/groups/0', role_resources: ['/roles/4'] };
  return (await sendAs<{ user_resource: string }>('admin', '/api/users', user)).user_resource;
}

it("never replaces a user's roles that aren't reported", async () => {
  const path = await createUser('unlisted');
  leaveOut('role_resources');
  await renderPage(`/access${path}?add_role=/roles/3`, 'admin');
  await expect
    .element(dialog.getByText("This service doesn't report which roles the user has."))
    .toBeVisible();
  await dialog.getByLabelText('Name').fill('Unlisted');
  await save.click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(sentBy('PUT')).toEqual([{ data: { display_name: 'Unlisted' } }]);
});

it("never replaces a role's grants and groups that aren't reported", async () => {
  const role = {
    name: 'Unlisted',
    admin_group: '/groups/0',
    features: [{ name: 'group', privilege: 'rw' }],
    group_resources: ['/groups/0'],
  };
  const { role_resource: path } = await sendAs<{ role_resource: string }>('admin', '/api/roles', role);
  leaveOut('features', 'group_resources');
  await renderPage(`/access${path}?feature=palisade&privilege=ro&group=/groups/1`, 'admin');
  await expect.element(dialog.getByText("This service doesn't report what the role grants.")).toBeVisible();
  await dialog.getByLabelText('Description').fill('Known');
  await save.click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(sentBy('PUT')).toEqual([{ data: { description: 'Known' } }]);
});

it("doesn't offer to undo a change to what isn't reported", async () => {
  const path = await createUser('unnamed');
  leaveOut('display_name');
  await renderPage(`/access${path}`, 'admin');
  for (const [label, offered] of [
    ['Login', true],
    ['Name', false],
  ] as const) {
    await page.getByRole('button', { name: 'Edit user' }).click();
    await dialog.getByLabelText(label).fill('renamed');
    await save.click();
    await expect.element(dialog).not.toBeInTheDocument();
    const saved = page.getByRole('status').filter({ hasText: 'Changes saved' });
    await expect.element(saved.getByRole('button', { name: 'Undo' })).toHaveLength(offered ? 1 : 0);
    await saved.getByRole('button', { name: 'Dismiss' }).click();
    await expect.element(saved).not.toBeInTheDocument();
  }
});

it("says that it's unknown what a role allows whose grants aren't reported", async () => {
  leaveOut('features');
  await renderPage('/access/can?who=/roles/3&feature=group&privilege=ro&group=/groups/1', 'admin');
  await expect.element(page.getByRole('heading', { name: 'Unknown', exact: true })).toBeVisible();
  await expect.element(page.getByText("This service doesn't report what Operators grants.")).toBeVisible();
});

it('says which field keeps a user from being changed', async () => {
  await createUser('placeless');
  leaveOut('group_resource');
  await renderPage('/access/users?q=placeless', 'admin');
  await page.getByRole('checkbox', { name: 'Select placeless' }).click();
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Move to group…' }).click();
  await dialog.getByLabelText('Group').fill('EMEA');
  await page
    .getByRole('option', { name: /^.?EMEA/ })
    .first()
    .click();
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect.element(dialog.getByText("This service doesn't report their group")).toBeVisible();
});

it('says nothing about how a user signed in at an unknown time', async () => {
  leaveOut('last_sign_in_at');
  await renderPage('/access/users/1?tab=sign-in', 'admin');
  await expect.element(heading('admin')).toBeVisible();
  await expect.element(page.getByText('admin can sign in with a password.')).toBeVisible();
  await expect.element(page.getByText(/^, /)).not.toBeInTheDocument();
});

it("doesn't take roles that couldn't be loaded for hidden ones, or for nothing", async () => {
  const path = await createUser('unloaded');
  await applyRules({
    endpoint: 'listRoles',
    effect: { kind: 'status', status: 400, detail: ['no list today'] },
    times: null,
  });
  await renderPage(`/access${path}`, 'admin');
  await expect.element(page.getByText("Couldn't load the roles of unloaded")).toBeVisible();
  await expect.element(page.getByRole('link', { name: '/roles/4' })).toBeVisible();
  await expect.element(page.getByText(/can't view/)).not.toBeInTheDocument();
  await renderPage('/access/users?q=unloaded', 'admin');
  await expect.element(page.getByRole('row', { name: /^unloaded/ })).toBeVisible();
  await expect.element(page.getByText('nothing', { exact: true })).not.toBeInTheDocument();
});

it("shows a link to the section that it's in like other links", async () => {
  await signIn('admin');
  await applyRules({
    endpoint: 'listRoles',
    effect: { kind: 'status', status: 403, detail: ['not for you'] },
    times: null,
  });
  await renderPage('/access/users/1', 'admin');
  const link = page.getByRole('link', { name: 'View my access' });
  await expect.element(link).toHaveClass('active');
  const { color } = getComputedStyle(page.getByRole('link', { name: '/roles/1' }).element());
  expect(getComputedStyle(link.element()).color).toBe(color);
});

it('distinguishes unknown users of a role from none', async () => {
  leaveOut('users');
  await renderPage('/groups/1?tab=roles', 'admin');
  await page.getByRole('button', { name: 'Who can change this?' }).click();
  await expect.element(page.getByText('users unknown').first()).toBeVisible();
  await expect.element(page.getByText('no users visible to you')).not.toBeInTheDocument();
});

it("doesn't take one's own access that isn't reported for none", async () => {
  const reader = {
    name: 'Reader',
    role_resource: '/roles/98',
    features: [{ name: 'group', privilege: 'ro' }],
  };
  alterResponses((url, text) =>
    url.endsWith('/api/authentication')
      ? { ...(JSON.parse(text) as object), roles: [{ name: 'Odd', role_resource: '/roles/99' }, reader] }
      : undefined,
  );
  await renderPage('/access', 'admin');
  await expect.element(page.getByText("This service doesn't report what Odd grants.")).toBeVisible();
  await expect.element(page.getByText(/No role grants this|No access to/)).not.toBeInTheDocument();
  // In the columns Effective, Odd and Reader.
  const cells = page.getByRole('row', { name: /^group / }).getByRole('cell');
  await expect.element(cells.nth(0)).toHaveTextContent('view');
  await expect.element(cells.nth(1)).toHaveTextContent('unknown');
  await expect.element(cells.nth(2)).toHaveTextContent('view');
});

it.each([
  ['no roles', []],
  ['a role without features', [{ features: [] }]],
  ['privileges in its own words', [{ features: features.map((name) => ({ name, privilege: 'all' })) }]],
])('offers to change users and roles if a remote service reports %s', async (_, roles) => {
  alterResponses((url, text) => {
    if (url.endsWith('/-/gateway')) return { ...(JSON.parse(text) as object), mode: 'remote' };
    if (url.endsWith('/api/authentication')) return { ...(JSON.parse(text) as object), roles };
  });
  await renderPage('/access/roles/3', 'admin');
  await page.getByRole('button', { name: 'Edit role' }).click();
  await expect.element(dialog.getByRole('combobox', { name: 'Privilege on device' })).toBeEnabled();
  await renderPage('/access/users/2', 'admin');
  await expect.element(page.getByRole('button', { name: 'Delete user' })).toBeVisible();
  await page.getByRole('button', { name: 'Edit user' }).click();
  await dialog.getByRole('combobox', { name: 'Roles' }).click();
  const options = page.getByRole('option');
  await expect.element(options.first()).toBeVisible();
  expect(options.elements().filter((option) => option.hasAttribute('data-combobox-disabled'))).toEqual([]);
});
