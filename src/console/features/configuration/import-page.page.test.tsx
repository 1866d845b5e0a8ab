import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../testing/accessible.ts';
import {
  dropFile,
  expectToFitPhone,
  field,
  heading,
  keepDownloads,
  renderPage,
} from '../../../testing/pages/render-page.tsx';
import { refuse, request, sendAs, signIn } from '../../../testing/pages/requests.ts';

const status = (content: string) => page.getByRole('status').filter({ hasText: content });
const change = (text: RegExp) => page.getByRole('listitem').filter({ hasText: text }).last();
const button = (name: string) => page.getByRole('button', { name, exact: true });

/** Pastes a text, as cells that were copied from a spreadsheet. */
function paste(text: string, target: Element = document.body) {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  target.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }));
}

async function openImport(only: 'groups' | 'users', as: 'admin' | 'tenant' = 'admin', search = '') {
  const opened = await renderPage(`${only === 'groups' ? '/groups' : '/access/users'}/import${search}`, as);
  await expect.element(heading(`Import ${only}`)).toBeVisible();
  return opened;
}

it('imports a table below a group, shows what was imported, and deletes it', async () => {
  const { group_resource: emea } = await groupNamed('EMEA');
  await openImport('groups', 'admin', `?below=${emea.replace(/\D/g, '')}`);
  await expect.element(page.getByText(/^Below EMEA:/)).toBeVisible();
  await expectAccessible();
  dropFile('File', new File(['name,parent\nPreviewed,\nOne,Previewed\nTwo,Previewed'], 'customers.csv'));
  await expect.element(status('3 to create')).toBeVisible();
  await expect.element(change(/^EMEA\s*Create Previewed\s*Create One/)).toBeVisible();
  await expectAccessible();
  await button('Apply 3 changes').click();
  await expect.element(status('Applied: 3 groups created')).toBeVisible();
  await expectAccessible();
  const parent = (await groupNamed('Previewed')).group_resource;
  await sendAs('admin', `/api${parent}/groups`, { name: 'Added since' });
  await button('Show what was imported').click();
  await expect.element(heading('Previewed')).toBeVisible();
  await expect.element(page.getByRole('treeitem', { name: /^Two/ })).toBeVisible();

  // What was imported is still known.
  await button('Actions for all groups').click();
  await page.getByRole('menuitem', { name: 'Import', exact: true }).click();
  await expect.element(status('Applied: 3 groups created')).toBeVisible();
  await button('Delete what was imported').click();
  const question = page.getByRole('dialog', { name: 'Delete 2 groups?' });
  await expect.element(question).toHaveTextContent('EMEA > Previewed stays: it contains other groups');
  await question.getByRole('button', { name: 'Delete 2 groups' }).click();
  await expect.element(status('Applied: 2 groups deleted')).toBeVisible();
  await expect.element(change(/^Delete One – Done/)).toBeVisible();
  expect(await namesBelow(parent)).toEqual(['Added since']);
  await button('Close').click();
  await expect.element(page.getByText('Drop a table here, or paste')).toBeVisible();
  await expectToFitPhone();
});

it('asks for the columns of a table that are not named, and keeps the text to be edited', async () => {
  const { history } = await openImport('groups');
  paste('Fine\tEMEA\nX\tNowhere\nY\tNowhere');
  await expect.element(page.getByRole('heading', { name: 'Columns' })).toBeVisible();
  await expect.element(page.getByText('Such as EMEA')).toBeVisible();
  await expectAccessible();
  await page.getByLabelText('Column 2').selectOptions('Parent');
  await button('Preview changes').click();
  const alert = page.getByRole('alert');
  await expect
    .element(
      alert.getByText("Line 2 and 1 other line, Parent: Nowhere doesn't exist, and no line creates it"),
    )
    .toHaveFocus();
  await expect.element(alert).toHaveTextContent('1 problem');
  await button('Edit text').click();
  await expect.element(field('Text')).toHaveValue('Fine\tEMEA\nX\tNowhere\nY\tNowhere');
  history.push('/groups');
  const question = page.getByRole('dialog', { name: 'Leave without applying?' });
  await question.getByRole('button', { name: 'Stay on this page' }).click();
  await field('Text').fill('name,parent\nFine,EMEA\nX,EMEA > Fine');
  await expect.element(alert).not.toBeInTheDocument();
  await button('Preview changes').click();
  await expect.element(change(/^Create Fine/)).toBeVisible();
  await expect.element(button('Apply 1 change')).not.toBeInTheDocument();
  await button('Close').click();
  await expect.element(button('Enter text')).toBeVisible();
});

it('imports users with roles and passwords, which are never shown', async () => {
  await renderPage('/access/users', 'admin');
  await page.getByRole('link', { name: 'Import', exact: true }).click();
  await expect.element(heading('Import users')).toBeVisible();
  const files = keepDownloads();
  const secret = 'correct horse battery';
  const header = 'login,name,group,roles,password';
  await button('Enter text').click();
  paste(`${header}\nann,Ann A,EMEA,Auditors,${secret}\nbob,,Nowhere,,short`, field('Text').element());
  await expect.element(page.getByText(/^Line 3, Password: must be at least 12/)).toBeVisible();
  expect(document.body.textContent).not.toMatch(/horse|short/);
  await expect.element(button('Edit text')).not.toBeInTheDocument();
  paste(`${header}\nann,Ann A,EMEA,Auditors,${secret}\nbob,,,,`);
  await expect.element(change(/^Create ann.*group: EMEA.*roles: Auditors.*password: set/)).toBeVisible();
  await page.getByRole('checkbox', { name: /^Enter passwords/ }).click();
  await page.getByLabelText('Password of bob').fill('another long password');
  await expectAccessible();
  await refuse('createUser', 400, [`password: ${secret} is common`], 1);
  await page.getByRole('checkbox', { name: 'Continue after an error' }).click();
  await button('Apply 2 changes').click();
  await expect.element(change(/^Create ann – Failed: password: •+ is common/)).toBeVisible();
  await expect.element(change(/^Create bob – Done/)).toBeVisible();
  await button('Download report').click();
  await expect.poll(() => files.has('Pasted text-report.json')).toBe(true);
  const kept = [await files.get('Pasted text-report.json'), document.body.textContent, location.href];
  expect([...kept, JSON.stringify([localStorage, sessionStorage])].join()).not.toMatch(/horse|long password/);
  await button('Plan again').click();
  await expect.element(status('1 to create')).toBeVisible();
  await page.getByRole('checkbox', { name: /^Enter passwords/ }).click();
  await button('Apply 1 change').click();
  await expect.element(status('Applied: 1 user created')).toBeVisible();
  for (const [login, password] of [
    ['ann', secret],
    ['bob', 'another long password'],
  ])
    await request('POST', '/api/authentication', { login, password });
});

it('takes no file that would lose letters, and asks what the lines of any table are', async () => {
  await renderPage('/configuration', 'admin');
  await expect.element(heading('Configuration')).toBeVisible();
  // "Zürich" as Excel's CSV has it.
  const bytes = Uint8Array.from([...new TextEncoder().encode('name\nZ'), 0xfc, 0x72, 0x69, 0x63, 0x68]);
  dropFile('File', new File([bytes], 'excel.csv'));
  await expect.element(page.getByRole('alert')).toHaveTextContent(/isn't UTF-8/);
  dropFile('File', new File([' \n'], 'empty.csv'));
  await expect.element(page.getByRole('alert')).toHaveTextContent(/is empty/);
  // A folder is a file that can't be read.
  vi.spyOn(File.prototype, 'arrayBuffer').mockRejectedValueOnce(new DOMException('', 'NotFoundError'));
  dropFile('File', new File([], 'customers'));
  await expect.element(page.getByRole('alert')).toHaveTextContent(/it may be a folder/);
  dropFile('File', new File(['eve,secret password'], 'unknown.csv'));
  await page.getByLabelText('Each line is').selectOptions('A user');
  expect(document.body.textContent).not.toContain('secret password');
  await page.getByLabelText('Column 2').selectOptions('Password');
  await button('Preview changes').click();
  await expect.element(change(/^Create eve.*password: set/)).toBeVisible();
});

interface Listed {
  name: string;
  group_resource: string;
  parent_resource: string;
}

async function allGroups(): Promise<Listed[]> {
  await signIn('admin');
  const fields = 'name,group_resource,parent_resource';
  return (await request<{ data: Listed[] }>('GET', `/api/groups?limit=10000&fields=${fields}`)).data;
}

async function groupNamed(name: string): Promise<Listed> {
  const found = (await allGroups()).find((group) => group.name === name);
  if (!found) throw new Error(`there's no group ${name}`);
  return found;
}

const namesBelow = async (path: string) =>
  (await allGroups()).filter((group) => group.parent_resource === path).map(({ name }) => name);
