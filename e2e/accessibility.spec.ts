import type { Locator } from '@playwright/test';
import { dialog } from './access-helpers.ts';
import { expect, test } from './fixtures.ts';
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
});
