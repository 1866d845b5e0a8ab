import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../testing/accessible.ts';
import { expectToFitPhone, field, heading, renderPage } from '../../../testing/pages/render-page.tsx';
import { pendingCalls } from '../../../testing/pages/requests.ts';

const list = page.getByRole('navigation', { name: 'Operations' });
const tryIt = page.getByRole('region', { name: 'Try it' });
const response = page.getByRole('status', { name: 'Response' });
const send = (method: string) => tryIt.getByRole('button', { name: `Send ${method}` }).click();

it("lists operations by what they do, in the console's frame", async () => {
  const { address } = await renderPage('/jobs', 'admin');
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'API docs' }).click();
  await expect.element(heading(/^Management API/)).toHaveFocus();
  const frame = page.getByRole('navigation', { name: 'Pages' });
  await expect.element(frame.getByRole('link', { name: 'API docs' })).toHaveAttribute('aria-current', 'page');
  await list.getByRole('link', { name: 'Update a group PUT /groups/{id}' }).click();
  await expect.element(heading('Update a group')).toHaveFocus();
  expect(document.title).toBe('Update a group · API docs · Palisade');
  expect(address()).toBe('/-/docs?operation=updateGroup');
  expect(page.getByRole('main').elements()).toHaveLength(1);
  await expectAccessible();
  await expect.poll(() => pendingCalls()).toEqual([]);
  await expectToFitPhone();
});

it('finds operations from the keyboard', async () => {
  const { address } = await renderPage('/-/docs?operation=nonsense', 'admin');
  await expect.element(page.getByRole('alert')).toHaveTextContent("nonsense isn't in the API description");
  await userEvent.keyboard('/');
  const search = field('Search operations');
  await expect.element(search).toHaveFocus();
  await search.fill('no such thing');
  await expect.element(page.getByText('No operations match “no such thing”')).toBeVisible();
  await search.fill('delete job');
  await expect.element(page.getByText('1 operation found')).toBeInTheDocument();
  await userEvent.keyboard('{Enter}');
  await expect.element(heading("Delete a finished background job's status")).toHaveFocus();
  expect(address()).toBe('/-/docs?operation=deleteJobStatus');
});

it('sends reads immediately and asks before a write', async () => {
  await renderPage('/-/docs?operation=getGroup', 'admin');
  await send('GET');
  await expect.element(tryIt).toHaveTextContent('id is required');
  await tryIt.getByLabelText('id').fill('2147483647');
  await send('GET');
  await expect.element(response).toHaveTextContent(/404.*"detail"/);
  await list.getByRole('link', { name: /POST \/groups$/ }).click();
  const body = tryIt.getByLabelText('Body');
  await body.fill('{ "data": ');
  await send('POST');
  await expect.element(tryIt).toHaveTextContent("The body isn't JSON");
  await body.fill('{ "data": { "name": "Never made" } }');
  await send('POST');
  const dialog = page.getByRole('dialog', { name: 'Send POST /groups?' });
  await expect
    .element(dialog)
    .toHaveTextContent(
      "Create a group below the caller's own. This sends a real request to the connected service, as admin.",
    );
  await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus();
});
