import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { chooseFor, field, renderPage } from '../../../../testing/pages/render-page.tsx';
import { createProvider, sentBy } from '../../../../testing/pages/requests.ts';

const save = page.getByRole('button', { name: 'Save changes' });
const question = page.getByRole('dialog', { name: 'Keep the stored secret?' });
const status = (text: string) => page.getByRole('status').filter({ hasText: text });

describe("a token endpoint at another origin than the stored secret's", () => {
  it('is saved once the user has decided about the secret', async () => {
    await renderPage(await createProvider('Moving'), 'admin');
    await field('Token endpoint').fill('https://id.example/v2/token');
    await save.click();
    await expect.element(status('Changes saved')).toBeVisible();
    await expect.element(question).not.toBeInTheDocument();

    await field('Token endpoint').fill('https://other.example/token');
    const warning =
      "The token endpoint moves from https://id.example to https://other.example. The stored secret won't be sent to https://other.example unless it was entered for it";
    await page.getByRole('tab', { name: 'Checks' }).click();
    await expect.element(page.getByRole('region', { name: 'Might not work' })).toHaveTextContent(warning);
    await expect.element(status(warning)).toBeVisible();
    await save.click();
    await expect.element(question).toHaveTextContent(warning);
    await userEvent.keyboard('{Escape}');
    await expect.element(question).not.toBeInTheDocument();
    await expect.element(save).toHaveFocus();
    expect(sentBy('PUT')).toHaveLength(1);

    await save.click();
    await question.getByRole('button', { name: 'Enter the secret' }).click();
    const input = page.getByLabelText('Client secret', { exact: true });
    await expect.element(input).toHaveFocus();
    await input.fill('the secret of the other');
    await save.click();
    await expect.element(page.getByText('•••••••• stored')).toBeVisible();
    await expect
      .poll(() => sentBy('PUT')[1])
      .toEqual({
        data: { token_endpoint: 'https://other.example/token', client_secret: '••••••••' },
      });

    await field('Token endpoint').fill('https://third.example/token');
    await save.click();
    await question.getByRole('button', { name: 'Save anyway' }).click();
    await expect.element(page.getByText(warning)).not.toBeInTheDocument();
    await expect.element(save).toBeEnabled();
    await expect
      .poll(() => sentBy('PUT')[2])
      .toEqual({ data: { token_endpoint: 'https://third.example/token' } });
  });

  it("can't be undone without asking", async () => {
    await renderPage(await createProvider('Moved'), 'admin');
    await field('Token endpoint').fill('https://other.example/token');
    await save.click();
    await question.getByRole('button', { name: 'Save anyway' }).click();
    await expect.element(status('Changes saved')).toBeVisible();
    const undo = page.getByRole('status').getByRole('button', { name: 'Undo' });
    await expect.element(undo).not.toBeInTheDocument();
    // It covers the menu.
    await status('Changes saved').getByRole('button', { name: 'Dismiss' }).click();

    await page.getByRole('link', { name: /^History/ }).click();
    await chooseFor('Version 1', 'Restore this version');
    const restore = page.getByRole('dialog', { name: 'Restore version 1' });
    await expect
      .element(restore)
      .toHaveTextContent('The token endpoint moves from https://other.example to https://id.example.');
    await restore.getByRole('button', { name: 'Restore version 1' }).click();
    await expect.element(status('Changes saved')).toBeVisible();
    await expect.element(undo).not.toBeInTheDocument();
  });
});
