import { expect, expectAccessible, heading, test } from './fixtures.ts';

const refused = "You don't have permission to view this page";

test('shows no form to those who can’t create a provider', async ({ page, signInAs }) => {
  await signInAs('auditor');
  for (const address of ['/oidc/new', '/oidc/new?from=0']) {
    await page.goto(address);
    await expect(heading(page, refused)).toBeVisible();
    await expect(page.getByRole('alert')).toContainText('You need palisade · rw for this');
    await expect(page.getByRole('textbox', { name: 'Name' })).toBeHidden();
  }
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Why is this not allowed?' }).click();
  await expect(page.getByRole('combobox', { name: 'Action' })).toHaveValue('change OIDC providers');
});

test('words every refusal alike, and never offers to try again', async ({ page, signInAs }) => {
  await signInAs('guest');
  const needs = {
    '/groups': 'group · ro',
    '/imports': 'group · rw',
    '/oidc': 'palisade · ro',
    '/access/users': 'group_admin · ro',
    '/access/roles': 'group_admin · ro',
  };
  for (const [address, need] of Object.entries(needs)) {
    await page.goto(address);
    await expect(heading(page, refused)).toBeVisible();
    await expect(page.getByRole('alert')).toHaveText(`You need ${need} for thisWhy is this not allowed?`);
  }
});
