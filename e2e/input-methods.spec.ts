import { expect, heading, test } from './fixtures.ts';
import { palette } from './palette.ts';

test('the palette on a Russian keyboard', async ({ page, signInAs }) => {
  await signInAs('admin');
  await page.goto('/jobs');
  await expect(heading(page, 'Jobs')).toBeVisible();
  const client = await page.context().newCDPSession(page);
  const key = { key: 'л', code: 'KeyK', windowsVirtualKeyCode: 75, modifiers: 2 };
  await client.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...key });
  await client.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key });
  await expect(palette(page)).toBeFocused();
});

test('the palette during a composition', async ({ page, signInAs }) => {
  await signInAs('admin');
  await page.goto('/jobs');
  await expect(heading(page, 'Jobs')).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(palette(page)).toBeFocused();
  const client = await page.context().newCDPSession(page);
  await client.send('Input.imeSetComposition', { text: 'overview', selectionStart: 8, selectionEnd: 8 });
  await expect(page.getByRole('option', { name: /Overview/ })).toBeVisible();
  for (const key of ['Enter', 'Escape']) {
    // What browsers report during a composition (UI Events, "Composition events").
    const event = { key: 'Process', code: key, windowsVirtualKeyCode: 229 };
    await client.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...event });
    await page.evaluate(
      `document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: '${key}', isComposing: true, bubbles: true }))`,
    );
  }
  await expect(palette(page)).toBeFocused();
  await client.send('Input.insertText', { text: 'overview' });
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Overview')).toBeVisible();
});
