import { writeFileSync } from 'node:fs';
import { Key } from 'selenium-webdriver';
import { expect, passwordOf } from '../fixtures.ts';
import { remove, startGateway } from '../gateway.ts';
import { test } from './fixtures.ts';
import type { Page } from './page.ts';

const treeitem = (tab: Page, name: string | RegExp) =>
  tab.find('tree', 'Groups').find('treeitem', undefined, name);

/** Answers the demo provider's page as a persona. */
async function answerProvider(tab: Page, persona: string): Promise<void> {
  await tab.find('radio', new RegExp(`^${persona} `)).click();
  await tab.find('button', 'Sign in').click();
}

test('signs in after a wrong password, returns to the requested page, and signs out', async ({
  tab,
  gateway,
}) => {
  await tab.goto(`${gateway.url}/groups/1?q=bank`);
  await tab.find('heading', 'Sign in to Palisade').appears();
  await tab.find('textbox', 'Login').fill('admin');
  await tab.find('textbox', 'Password').fill('wrong');
  await tab.press(Key.ENTER);
  await tab.find('alert', undefined, 'Wrong login or password').appears();
  await tab.find('textbox', 'Password').fill(passwordOf('admin'));
  await tab.find('button', 'Sign in').click();
  await tab.find('h1', 'EMEA').appears();
  await tab.find('textbox', 'Filter groups', 'bank').appears();
  await tab.find('navigation', 'Pages').find('link', 'Jobs').click();
  await tab.find('h1', 'Jobs').appears();
  await tab.find('button', 'User admin').click();
  await tab.find('menuitem', 'Sign out').click();
  await tab.find('heading', 'Sign in to Palisade').appears();
  await tab.back();
  await tab.find('heading', 'Sign in to Palisade').appears();
});

test('moves through the tree with the keyboard', async ({ tab, signIn }) => {
  await signIn('admin', '/groups');
  await treeitem(tab, 'EMEA').click();
  await tab.find('h1', 'EMEA').appears();
  const emea = treeitem(tab, /^EMEA/);
  await emea.appears(({ focused, selected }) => focused && selected === 'true');
  await tab.press(Key.ARROW_RIGHT);
  await emea.appears(({ expanded }) => expanded === 'true');
  await tab.press(Key.ARROW_RIGHT);
  await treeitem(tab, /^Acme Bank/).appears(({ focused }) => focused);
  await tab.press(Key.ENTER);
  await tab.find('h1', 'Acme Bank').appears();
  await tab.press(Key.ARROW_LEFT);
  await emea.appears(({ focused }) => focused);
  await tab.press(Key.ARROW_LEFT);
  await emea.appears(({ expanded }) => expanded === 'false');
  await tab.press(Key.HOME);
  await treeitem(tab, /^Default/).appears(({ focused }) => focused);
  await tab.back();
  await tab.find('h1', 'EMEA').appears();
});

test('tests a sign-in in another window', async ({ tab, signIn }) => {
  await signIn('admin', '/oidc/1');
  await tab.inNewWindow(
    () => tab.find('button', 'Test sign-in').click(),
    () => answerProvider(tab, 'Olivia Operator'),
  );
  const report = tab.find('dialog', 'Sign-in test');
  await tab.find('dialog', 'Sign-in test', 'Olivia Operator would sign in as operator').appears();
  await report.find('button', 'Close').click();
  await report.disappears();
});

test('signs in through a provider', async ({ tab, gateway }) => {
  await tab.goto(`${gateway.url}/sign-in?return_to=%2Faccess`);
  await tab.find('link', /Demo sign-in/).click();
  await answerProvider(tab, 'Olivia Operator');
  await tab.reaches(/\/access$/);
  await tab.text('You are signed in as operator').appears();
});

test('carries an export to another service, and signs in there', async ({ tab, signIn }, testInfo) => {
  const second = await startGateway();
  try {
    await signIn('admin', '/configuration');
    // Other tests have created groups.
    await tab.find('label', undefined, 'Groups').click();
    const text = await tab.downloadBy(() => tab.find('button', 'Export').click());
    const file = testInfo.outputPath('staging.yaml');
    // There, auditors can change groups, and the service keeps its own providers.
    const changed = text.replace(/(name: Auditors\n[^]*?\n {6}group: )ro\n/, '$1rw\n');
    writeFileSync(file, changed.replace(/^oidc_providers:[^]*?(?=^end:)/m, ''));
    await tab.reset(`${second.url}/-/health`);
    await signIn('admin', '/configuration', second.url);
    await tab.find('h1', 'Configuration').appears();
    await tab.chooseFile(file);
    await tab.find('button', 'Apply here').click();
    await tab.find('region', 'Plan', '1 user gains Groups · change').appears();
    await tab.find('button', 'Apply 1 change').click();
    await tab.find('region', 'Plan', 'Update Auditors – Done').appears();
    await tab.reset(`${second.url}/-/health`);
    await signIn('auditor', '/groups/1', second.url);
    await tab.find('button', 'Edit').appears();
  } finally {
    await second.stop();
    remove(second.dataDir);
  }
});

test('fits every page into a phone, in the dark theme', async ({ tab, signIn, gateway }) => {
  await signIn('admin', '/');
  await tab.press(Key.CONTROL, 'k');
  await tab.find('combobox', 'Search or run a command').fill('Dark theme');
  await tab.press(Key.ENTER);
  // Firefox and WebKit stop at 500 and 450 px, which have the same layout.
  await tab.resizeTo(390);
  try {
    for (const path of '/ /groups/1 /oidc /oidc/1 /access/users /access/can /activity /jobs'.split(' ')) {
      await tab.goto(gateway.url + path);
      await tab.find('h1').appears();
      expect(await tab.layout(), path).toMatchObject({ theme: 'dark', overflow: [] });
    }
  } finally {
    await tab.resizeTo(1280);
  }
});
