import { readFile } from 'node:fs/promises';
import { expect, expectAccessible, test } from './fixtures.ts';
import { fresh } from './fresh.ts';
import { palette } from './palette.ts';

test('imports groups', async ({ page, signInAs }) => {
  await signInAs('admin');
  const top = fresh('Imported');
  await page.goto('/access');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const startImport = async () => {
    await page.keyboard.press('Control+k');
    await palette(page).fill('import');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Import groups', level: 1 })).toBeVisible();
  };

  const file = page.locator('input[type=file]');
  const choose = (...lines: string[]) =>
    file.setInputFiles({
      name: 'groups.jsonl',
      mimeType: 'application/json',
      buffer: Buffer.from(lines.join('\n')),
    });
  const preview = page.getByRole('region', { name: 'Preview' });
  await test.step('a file with an invalid line', async () => {
    await startImport();
    await choose('{"name":""}');
    await expect(preview).toContainText('name: must not be empty');
    // Browsers report choosing the same file again only if the input was reset.
    await expect(file).toHaveValue('');
  });

  await test.step('a file with a name that exists', async () => {
    await choose('{"name":"Fine here"}', '{"name":"EMEA","parent":"/groups/0"}');
    await expect(preview).toContainText('name: a group with this name and parent already exists');
  });

  const name = fresh('Meanwhile');
  await test.step('a file that the service rejects', async () => {
    await choose('', `{"name":"${name}"}`, '', '{"name":"Fine here"}');
    await expect(page.getByRole('button', { name: 'Import 2 groups' })).toBeEnabled();
    await page.request.post('/api/groups', { data: { data: { name } } });
    await page.getByRole('button', { name: 'Import 2 groups' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'Nothing was imported' })).toContainText(
      `line 2: name: another group with the same parent already has the name "${name}"`,
    );
    const list = await page.request.get('/api/groups?fields=name&limit=1000');
    expect(await list.text()).not.toContain('Fine here');
  });

  const text = page.getByLabel('Groups to import');
  await test.step('the text of a failed import is still there', async () => {
    await startImport();
    await expect(text).toHaveValue(`\n{"name":"${name}"}\n\n{"name":"Fine here"}`);
  });

  await test.step('a table that names its columns in other words', async () => {
    await text.fill(`Customers\nGroup name;Where;Remark\n${top};;first`);
    const columns = page.getByRole('region', { name: 'Columns' });
    await expect(columns.getByLabel("The columns' names are in")).toHaveValue('1');
    await expect(page.getByRole('button', { name: 'Import groups' })).toBeDisabled();
    await expectAccessible(page);
    await columns.getByLabel('Column 2 (Where)').selectOption('Parent');
    await columns.getByLabel('Column 3 (Remark)').selectOption('Description');
    await columns.getByRole('button', { name: 'Use these columns' }).click();
    await expect(page.getByRole('button', { name: 'Import 1 group' })).toBeEnabled();
  });

  await test.step('pasted lines that are invalid', async () => {
    await text.fill(`name,parent\n${top},\nOne,${top}\n,${top}\nOne,${top}`);
    await expect(preview.getByRole('status')).toHaveText("2 of 4 lines can't be imported");
    await expect(preview.getByRole('treeitem').filter({ hasText: 'line 4' })).toContainText(
      'name: must not be empty',
    );
    await expect(preview.getByRole('treeitem').filter({ hasText: 'line 5' })).toContainText(
      'name: line 3 has the same name and parent',
    );
    await expect(page.getByRole('button', { name: 'Import groups' })).toBeDisabled();
  });

  await test.step('asks before leaving the text', async () => {
    await page.goBack();
    const question = page.getByRole('dialog', { name: 'Leave without importing?' });
    await question.getByRole('button', { name: 'Stay on this page' }).click();
    await page.getByRole('link', { name: 'Back to Groups' }).click();
    await question.getByRole('button', { name: 'Stay on this page' }).click();
    await expectAccessible(page);
  });

  await test.step('pasted lines', async () => {
    await text.fill(`name,parent\n${top},\nOne,${top}\nTwo,${top} > One`);
    await page.getByRole('button', { name: 'Import 3 groups' }).click();
    await expect(page.getByText('3 groups imported')).toBeVisible();
    await page.getByRole('button', { name: 'Show in tree' }).click();
    await expect(page.getByRole('treeitem', { name: top })).toBeVisible();
  });

  await test.step('an export that an import reads', async () => {
    await page.getByRole('button', { name: 'Actions for all groups' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Export as CSV' }).click(),
    ]);
    const csv = await readFile(await download.path(), 'utf8');
    expect(csv).toMatch(/^\uFEFFname,description,parent\r\n/);
    expect(csv).toContain(`\r\nTwo,,${top} > One\r\n`);
  });
});
