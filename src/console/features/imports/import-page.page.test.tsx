import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../testing/accessible.ts';
import {
  dropFile,
  expectToFitPhone,
  field,
  heading,
  renderPage,
} from '../../../testing/pages/render-page.tsx';
import { request, sendAs, signIn } from '../../../testing/pages/requests.ts';

const text = () => field('Groups to import');
const item = (name: string | RegExp) => page.getByRole('treeitem', { name });
const status = (content: string) => page.getByRole('status').filter({ hasText: content });

async function openImport(as: 'admin' | 'tenant' = 'admin') {
  const opened = await renderPage('/imports', as);
  await expect.element(heading('Import groups')).toBeVisible();
  return opened;
}

it('previews an import in the tree, and shows and deletes what it created', async () => {
  const { address } = await openImport();
  await text().fill('name,parent\nPreviewed,EMEA\nOne,EMEA > Previewed\nTwo,EMEA > Previewed');
  await expect.element(item(/^New Previewed/)).toHaveAttribute('aria-level', '3');
  await expect.element(item(/^EMEA$/)).toHaveAttribute('aria-level', '2');
  await expect.element(item(/^New Two/)).toHaveTextContent('line 4');
  await expectAccessible();
  await page.getByRole('button', { name: 'Import 3 groups' }).click();
  await expect.element(status('3 groups imported')).toBeVisible();
  await expectAccessible();

  const remove = page.getByRole('button', { name: 'Delete what was imported' });
  await expect.element(remove).toBeEnabled();
  const parent = (await groupNamed('Previewed')).group_resource;
  await sendAs('admin', `/api${parent}/groups`, { name: 'Added since' });
  await page.getByRole('button', { name: 'Show in tree' }).click();
  await expect.element(heading('Previewed')).toBeVisible();
  await expect.element(item(/^Two/)).toBeVisible();

  // What was imported is still known.
  await page.getByRole('button', { name: 'Actions for all groups' }).click();
  await page.getByRole('menuitem', { name: 'Import' }).click();
  await expect.element(status('3 groups imported')).toBeVisible();
  expect(address()).toBe('/imports');
  await remove.click();
  const dialog = page.getByRole('dialog', { name: 'Delete 2 groups' });
  const row = (name: string) => dialog.getByRole('row', { name: new RegExp(`^${name}`) });
  await expect.element(row('Previewed')).toHaveTextContent("Contains groups that weren't imported");
  await dialog.getByRole('button', { name: 'Delete 2 groups' }).click();
  await expect.element(row('One')).toHaveTextContent('Deleted');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  expect(await namesBelow(parent)).toEqual(['Added since']);
  await page.getByRole('button', { name: 'Import more' }).click();
  await expect.element(text()).toHaveValue('');

  await page.getByRole('button', { name: /^Notifications/ }).click();
  const entries = page.getByRole('dialog', { name: 'Notifications' }).getByRole('listitem');
  const aboutImport = entries.filter({ hasText: 'Import 3 groups' });
  await expect.element(aboutImport).toHaveTextContent('Import 3 groups: completed');
  expect(aboutImport.elements()).toHaveLength(1);
});

it('says that nothing is left to delete of what it created', async () => {
  await openImport();
  await text().fill('name\nShort-lived');
  await page.getByRole('button', { name: 'Import 1 group' }).click();
  const remove = page.getByRole('button', { name: 'Delete what was imported' });
  await expect.element(page.getByRole('button', { name: 'Show in tree' })).toBeEnabled();
  await request('DELETE', `/api${(await groupNamed('Short-lived')).group_resource}`);
  await remove.click();
  await expect.element(status('Nothing to delete')).toBeVisible();
  await expect.element(remove).toBeEnabled();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

it('shows problems at their groups, and keeps the text of an import that failed', async () => {
  await openImport();
  await text().fill('name,parent\nFine,EMEA\nEMEA,\nX,Nowhere');
  await expect.element(status("2 of 3 lines can't be imported")).toBeVisible();
  await expect.element(item(/^Problem EMEA.*already exists/)).toHaveAttribute('aria-selected', 'true');
  await expect.element(item(/^Problem X.*Nowhere doesn't exist/)).toHaveTextContent('line 4');
  await expect.element(item(/^Nowhere doesn't exist/)).toBeVisible();
  await expect.element(item(/Fine/)).not.toBeInTheDocument();
  const selected = page.getByRole('region', { name: 'Selected line' });
  await expect.element(selected).toHaveTextContent(/Line .?3.?: .*EMEA.*already exists/);
  await item(/^Problem X/).click();
  await expect
    .element(selected)
    .toHaveTextContent(/parent: .*Nowhere.* doesn't exist, and no line creates it/);
  await expect.element(page.getByRole('button', { name: 'Import groups' })).toBeDisabled();
  await expectAccessible();
  await page.getByRole('switch', { name: 'Show lines without problems' }).click();
  await expect.element(item(/^New Fine/)).toBeVisible();
  await expectToFitPhone();

  await text().fill('name\nTaken by others\nFine');
  await expect.element(page.getByRole('button', { name: 'Import 2 groups' })).toBeEnabled();
  await request('POST', '/api/groups', { name: 'Taken by others' });
  // A notification about another job may still be above the button.
  (page.getByRole('button', { name: 'Import 2 groups' }).element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect
    .element(page.getByRole('alert').filter({ hasText: 'Nothing was imported' }))
    .toHaveTextContent(/line 2: name/);
  await expect.element(text()).toHaveValue('name\nTaken by others\nFine');
  await expect.element(item(/^Problem Taken by others.*already exists/)).toBeVisible();
});

it('takes a file that is dropped', async () => {
  await openImport();
  dropFile('File', new File(['name\nDropped'], 'groups.csv'));
  await expect.element(text()).toHaveValue('name\nDropped');
  await expect.element(item(/^New Dropped/)).toBeVisible();
});

it("doesn't take a file that would lose letters", async () => {
  await openImport();
  // "Zürich" as Excel's CSV has it.
  const bytes = Uint8Array.from([...new TextEncoder().encode('name\nZ'), 0xfc, 0x72, 0x69, 0x63, 0x68]);
  dropFile('File', new File([bytes], 'excel.csv'));
  await expect.element(page.getByRole('alert')).toHaveTextContent(/excel\.csv isn't UTF-8/);
  dropFile('File', new File([' \n'], 'empty.csv'));
  await expect.element(page.getByRole('alert')).toHaveTextContent(/empty\.csv is empty/);
  // A folder is a file that can't be read.
  vi.spyOn(File.prototype, 'arrayBuffer').mockRejectedValueOnce(new DOMException('', 'NotFoundError'));
  dropFile('File', new File([], 'customers'));
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent(/customers can't be read: it may be a folder/);
  await expect.element(text()).toHaveValue('');
});

it("places the groups of a user who sees a part of the tree below that user's own", async () => {
  await openImport('tenant');
  await text().fill('name\nOf the tenant');
  await expect.element(item(/^New Of the tenant/)).toHaveAttribute('aria-level', '2');
  await page.getByRole('button', { name: 'Import 1 group' }).click();
  await expect.element(page.getByRole('button', { name: 'Delete what was imported' })).toBeEnabled();
});

interface Listed {
  name: string;
  group_resource: string;
  parent_resource: string;
}

async function allGroups(): Promise<Listed[]> {
  await signIn('admin');
  return (
    await request<{ data: Listed[] }>(
      'GET',
      '/api/groups?limit=10000&fields=name,group_resource,parent_resource',
    )
  ).data;
}

async function groupNamed(name: string): Promise<Listed> {
  const found = (await allGroups()).find((group) => group.name === name);
  if (!found) throw new Error(`there's no group ${name}`);
  return found;
}

const namesBelow = async (path: string) =>
  (await allGroups()).filter((group) => group.parent_resource === path).map(({ name }) => name);
