import type { Locator } from '@playwright/test';
import { dialog } from './access-helpers.ts';
import { expect, test } from './fixtures.ts';
import { testSignIn } from './oidc-helpers.ts';
import { palette } from './palette.ts';

// What a screen reader announces: roles, names, levels and states. A snapshot lists the nodes that matter, in order.

test.beforeEach(async ({ signInAs }) => signInAs('admin'));

/** A dialog must not be announced with its fields and buttons as its description. */
const undescribed = (element: Locator) => expect(element).toHaveAccessibleDescription('');

test('announces the groups page', async ({ page, context, baseURL }) => {
  await page.goto('/groups/1');

  await test.step('the group tree', async () => {
    await expect(page.getByRole('region', { name: 'Group tree' })).toMatchAriaSnapshot(`
    - region "Group tree":
      - paragraph: Groups
      - button "Refresh"
      - button "Actions for all groups"
      - button "New group"
      - textbox "Filter groups"
      - status: 1,204 groups
      - tree "Groups":
        - treeitem "Default 1,203 subgroups" [level=1] [expanded] [selected=false]
        - treeitem "Americas 876 subgroups" [level=2] [expanded=false] [selected=false]
        - treeitem "Asia Pacific 12 subgroups" [level=2] [expanded=false]
        - treeitem "EMEA 312 subgroups" [level=2] [expanded=false] [selected]
  `);
    await expect(page.getByRole('button', { name: 'Edit' })).toHaveAttribute(
      'title',
      'Edit (F2 in the tree)',
    );
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy link' }).click();
    await expect(page.getByRole('button', { name: 'Link copied' })).toBeVisible();
    expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(`${baseURL}/groups/1`);
    await page.getByRole('treeitem', { selected: true }).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('tree')).toMatchAriaSnapshot(`
    - treeitem "EMEA 312 subgroups" [expanded] [selected]
    - treeitem /^Acme Bank/ [level=3]
  `);
  });

  await test.step('the breadcrumbs', async () => {
    await expect(page.getByRole('banner')).toMatchAriaSnapshot(`
    - navigation "Breadcrumbs":
      - list:
        - /children: equal
        - listitem:
          - /children: equal
          - link "Groups"
        - listitem:
          - /children: equal
          - button "Default"
        - listitem:
          - /children: equal
          - button "EMEA"
  `);
    // Only in narrow windows, which have no breadcrumbs.
    await expect(page.getByRole('navigation', { name: 'Group path' })).toHaveCount(0);
  });

  await test.step('a group', async () => {
    await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - region "Group details":
      - heading "EMEA" [level=1]
      - button "Edit"
      - button "New subgroup"
      - button "Delete"
      - navigation "Parts of this record":
        - link "Overview"
        - link "Users 1"
        - link "Roles 4"
        - link /^History/
      - region "Details"
  `);
    await page.getByRole('link', { name: 'Users 1' }).click();
    await expect(page.getByRole('region', { name: 'Users', exact: true })).toMatchAriaSnapshot(`
    - region "Users":
      - heading "Users" [level=2]
      - table "Users of EMEA":
        - rowgroup:
          - row:
            - columnheader "Login"
            - columnheader "Name"
            - columnheader "Last sign-in"
        - rowgroup:
          - row:
            - rowheader "tenant":
              - link "tenant"
            - cell "Tara Tenant"
  `);
    await page.getByRole('link', { name: 'Roles 4' }).click();
    await expect(page.getByRole('region', { name: 'Roles', exact: true })).toMatchAriaSnapshot(`
    - region "Roles":
      - heading "Roles" [level=2]
      - button "Who can change this?" [expanded=false]
      - table "Roles that apply here":
        - rowgroup
        - rowgroup:
          - row:
            - rowheader "EMEA administrators administered here"
            - cell "directly"
  `);
  });

  await test.step('the dialog for a new subgroup', async () => {
    await page.getByRole('button', { name: 'New subgroup' }).click();
    await undescribed(dialog(page));
    await dialog(page).getByRole('button', { name: 'Create group' }).click();
    await expect(dialog(page)).toMatchAriaSnapshot(`
    - dialog "New subgroup of EMEA":
      - textbox "Name" [invalid]
      - paragraph: Name is required
      - textbox "Description"
      - group: Request preview
      - button "Cancel"
      - button "Create group"
  `);
    await expect(dialog(page).getByLabel('Name')).toHaveAccessibleDescription('Name is required');
    await page.keyboard.press('Escape');
  });

  await test.step('the dialog for deleting a group', async () => {
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(dialog(page)).toMatchAriaSnapshot(`
    - dialog "Delete EMEA":
      - status:
        - paragraph: "This delete will be rejected:"
        - list:
          - listitem: /1 user belongs to it/
      - status: EMEA has 312 subgroups, which will be deleted too. This can't be undone.
      - list "Subgroups":
        - listitem: Acme Bank
      - textbox "Type EMEA to confirm"
      - button "Cancel"
      - button "Delete EMEA and 312 subgroups" [disabled]
  `);
    // The focus is on Cancel: the consequences are announced as the dialog's description.
    await expect(dialog(page).getByRole('button', { name: 'Cancel' })).toBeFocused();
    await expect(dialog(page)).toHaveAccessibleDescription(/This can't be undone/);
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden();
  });

  await test.step('the command palette', async () => {
    await page.keyboard.press('Control+k');
    await undescribed(dialog(page));
    await expect(dialog(page)).toMatchAriaSnapshot(`
    - dialog "Command palette":
      - combobox "Search or run a command" [expanded]
      - listbox "Results":
        - group "Recent":
          - option "EMEA Group" [selected]
        - group "On this page":
          - option "New subgroup of EMEA" [selected=false]
          - option "Edit EMEA"
          - option "Delete EMEA"
        - group "Commands":
          - option "Show keyboard shortcuts"
          - option "Open request inspector"
      - status: /\\d+ results/
  `);
    await expect(page.getByRole('option', { name: 'New subgroup of EMEA' })).toHaveAttribute(
      'aria-keyshortcuts',
      'n',
    );
    await palette(page).fill('no such thing');
    await expect(dialog(page)).toMatchAriaSnapshot(`
    - combobox "Search or run a command" [expanded=false]: no such thing
    - status: No results
  `);
  });

  await test.step('the keyboard help', async () => {
    await palette(page).fill('keyboard');
    await page.keyboard.press('Enter');
    await expect(dialog(page)).toMatchAriaSnapshot(`
    - dialog "Keyboard shortcuts":
      - table "Shortcuts":
        - rowgroup:
          - row:
            - columnheader "Key"
            - columnheader "Action"
        - rowgroup:
          - row:
            - rowheader "Ctrl K"
            - cell /^Search or run a command/
          - row:
            - rowheader "Ctrl ⇧ I"
            - cell /^Open or close the request inspector/
      - switch "Single-key shortcuts" [checked]
  `);
    await undescribed(dialog(page));
  });
});

test('announces selected rows', async ({ page }) => {
  await page.goto('/access/users');
  for (const login of ['auditor', 'guest'])
    await page.getByRole('checkbox', { name: `Select ${login}` }).check();

  await test.step('the list', async () => {
    await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - heading "Users" [level=1]
    - group "Selection":
      - status: 2 users selected
      - button "Delete 2 users"
      - button "Clear selection"
    - grid "Users":
      - rowgroup:
        - row:
          - columnheader "Select 5 users":
            - checkbox "Select 5 users" [checked=mixed]
          - columnheader "Login"
          - columnheader "Actions"
      - rowgroup:
        - row /operator/ [selected=false]:
          - gridcell:
            - checkbox "Select operator" [checked=false]
          - rowheader "operator"
          - gridcell "Olivia Operator"
          - gridcell:
            - button "Actions for operator" [expanded=false]
        - row /auditor/ [selected]:
          - gridcell:
            - checkbox "Select auditor" [checked]
  `);
  });

  await test.step('the dialog for deleting them', async () => {
    await page.getByRole('button', { name: 'Delete 2 users' }).click();
    await expect(dialog(page)).toMatchAriaSnapshot(`
    - dialog "Delete 2 users":
      - paragraph: /You can recreate each of them in Activity/
      - grid "Selected users":
        - rowgroup:
          - row:
            - columnheader "Name"
            - columnheader "Result"
        - rowgroup:
          - row:
            - rowheader "auditor"
          - row:
            - rowheader "guest"
      - button "Cancel"
      - button "Delete 2 users"
  `);
    await expect(dialog(page).getByRole('button', { name: 'Cancel' })).toBeFocused();
    await page.keyboard.press('Escape');
  });

  await test.step('the overview', async () => {
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Overview' }).click();
    await expect(page.getByRole('region', { name: 'Needs attention' })).toMatchAriaSnapshot(`
    - region "Needs attention":
      - /children: equal
      - heading "Needs attention" [level=2]
      - paragraph: /Nothing needs attention/
  `);
  });
});

test('announces the provider editor', async ({ page }) => {
  await page.goto('/oidc/new');

  await test.step('a new provider with problems', async () => {
    await page.getByRole('button', { name: 'Create provider' }).click();
    await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - heading "New provider" [level=1]
    - button "Test sign-in"
    - button "Create provider"
    - alert "Problems":
      - list:
        - listitem:
          - link "Name"
    - region "Metadata":
      - heading "Metadata" [level=2]
      - textbox "Metadata URL"
      - button "Fetch" [disabled]
    - region "Identity":
      - heading "Identity" [level=2]
      - textbox "Name" [invalid]
      - textbox "Issuer" [invalid]
      - textbox "Client ID" [invalid]
      - textbox "Client secret" [invalid]
      - button "Show characters"
    - region "Endpoints":
      - heading "Endpoints" [level=2]
      - textbox "Authorization endpoint" [invalid]
      - textbox "UserInfo endpoint"
    - region "Username":
      - heading "Username" [level=2]
      - textbox "Username expression" [invalid]
      - group "Common expressions":
        - /children: equal
        - button "preferred_username"
        - button "email"
        - button "email before the @"
        - button "preferred_username, else email"
        - button "sub"
    - region "Scope and sign-out":
      - heading "Scope and sign-out" [level=2]
      - group "Scope":
        - textbox "Add a scope"
        - button "Add profile"
      - radiogroup "Sign-out":
        - radio "No sign-out button" [checked]
        - radio "Sign out of this service only" [checked=false]
    - complementary "About this provider":
      - tablist:
        - tab "Preview" [selected]
        - tab "Checks" [selected=false]
      - tabpanel "Preview":
        - region "Sign-in page":
          - radiogroup "Preview color scheme":
            - radio "Light" [checked]
          - figure "Sign-in page preview"
  `);
    await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveAccessibleDescription(
      /Shown on the sign-in button.*Name is required|Name is required.*Shown on the sign-in button/,
    );
    await expect(page.getByRole('radio', { name: 'No sign-out button' })).toHaveAccessibleDescription(
      'Sessions end when they expire.',
    );
    await expect(page.getByLabel('Client secret')).toHaveAccessibleDescription(/required/);
  });

  await test.step('a stored secret', async () => {
    await page
      .getByRole('navigation', { name: 'Pages' })
      .getByRole('link', { name: 'OIDC providers' })
      .click();
    await page.getByRole('link', { name: 'Demo sign-in' }).click();
    await expect(page.getByRole('button', { name: 'Replace secret' })).toHaveAccessibleDescription(
      'Stored. Not shown, and unchanged unless you replace it.',
    );
  });

  await test.step('the history', async () => {
    await page.getByRole('link', { name: /^History/ }).click();
    await expect(page.getByRole('region', { name: 'History' })).toMatchAriaSnapshot(`
    - grid "History":
      - rowgroup
      - rowgroup:
        - row:
          - gridcell "Select Version 1"
          - rowheader "Version 1":
            - link "Version 1"
  `);
  });

  await test.step('a sign-in test', async () => {
    await testSignIn(page, 'Olivia Operator', 'Wrong audience');
    await expect(dialog(page)).toMatchAriaSnapshot(`
    - dialog "Sign-in test":
      - status: "No one would be signed in: “ID token claims” failed"
      - list "Problems":
        - listitem:
          - heading "ID token claims" [level=3]
          - text: /Failed/
          - paragraph: The ID token was issued to another client.
          - term: Expected
          - definition:
            - code: palisade-demo
          - term: Actual
          - definition:
            - code: another-client
      - region "Claims":
        - heading "ID token claims (unverified)" [level=3]
        - list "ID token claims"
      - group: 4 steps passed
  `);
    await undescribed(dialog(page));
  });
});
