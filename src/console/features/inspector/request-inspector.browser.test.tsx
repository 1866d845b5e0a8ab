import { beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { authenticationEndpoints } from '../../../contract/endpoints/authentication.ts';
import { groupsEndpoints } from '../../../contract/endpoints/groups.ts';
import { oidcOpsEndpoints } from '../../../contract/endpoints/oidc-ops.ts';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { expectAccessible } from '../../../testing/accessible.ts';
import { recordedCall } from '../../../testing/recorded-call.ts';
import { renderInConsole } from '../../../testing/render.tsx';
import { clearCalls, record } from '../../api/recorder.ts';
import { RequestInspector } from './request-inspector.tsx';

const inspector = page.getByRole('region', { name: 'Request inspector' });
const calls = inspector.getByRole('listbox', { name: 'Calls' });
const rows = calls.getByRole('option');
const detail = inspector.getByRole('article');
const filter = inspector.getByLabelText('Filter calls');

/** Records a call as if the console had made it. */
function add(endpoint: Endpoint, parts: Parameters<typeof recordedCall>[1] = {}): void {
  const { sent, response } = recordedCall(endpoint, parts);
  record(endpoint, sent)(response ? { response } : {});
}

async function renderInspector(onClose = () => undefined as void) {
  await renderInConsole(
    <main>
      <h1>Page</h1>
      <RequestInspector onClose={onClose} />
    </main>,
  );
  await expect.element(calls).toHaveFocus();
}

beforeEach(() => {
  clearCalls();
  add(authenticationEndpoints.getAuthentication, { body: { login: 'admin' } });
  add(groupsEndpoints.createGroup, { sent: { data: { name: 'Acme' } }, status: 201 });
  add(oidcOpsEndpoints.getOidcOp, { status: 404, body: { detail: ['not found'] } });
});

it('filters and clears calls', async () => {
  await renderInspector();
  await expect.element(rows).toHaveLength(3);
  await expect.element(rows.first()).toHaveAttribute('aria-selected', 'true');
  await expect.element(detail).toHaveTextContent('not found');
  await userEvent.selectOptions(inspector.getByLabelText('Status'), '4xx Client errors');
  await expect.element(rows).toHaveTextContent('404');
  await userEvent.selectOptions(inspector.getByLabelText('Method'), 'DELETE');
  await expect.element(inspector.getByText('No calls match the filter.')).toBeVisible();
  await userEvent.selectOptions(inspector.getByLabelText('Method'), 'All methods');
  await userEvent.selectOptions(inspector.getByLabelText('Status'), 'All statuses');
  await filter.fill('/authentication');
  await expect.element(rows).toHaveTextContent('GET/authentication');
  await userEvent.keyboard('{Escape}');
  await expect.element(filter).toHaveValue('');
  await expect.element(rows).toHaveLength(3);
  await inspector.getByRole('button', { name: 'Clear' }).click();
  await expect.element(inspector.getByText('No calls yet.')).toBeVisible();
});

it('is used with the keyboard', async () => {
  const onClose = vi.fn<() => void>();
  await renderInspector(onClose);
  await userEvent.keyboard('{End}');
  await expect.element(rows.last()).toHaveAttribute('aria-selected', 'true');
  await expect.element(detail.getByLabelText('Response body', { exact: true })).toHaveTextContent('"admin"');
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(rows.nth(1)).toHaveAttribute('aria-selected', 'true');
  await expect.element(detail.getByLabelText('Request body', { exact: true })).toHaveTextContent('"Acme"');
  await expect.element(detail.getByRole('button', { name: 'Send again' })).not.toBeInTheDocument();
  await expectAccessible();
  const line = inspector.getByRole('separator', { name: 'Height of the request inspector' });
  const height = Number(line.element().getAttribute('aria-valuenow'));
  line.element().focus();
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(line).toHaveAttribute('aria-valuenow', String(height + 32));
  expect(onClose).not.toHaveBeenCalled();
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
});

it('shows either the calls or one of them on a phone', async () => {
  await page.viewport(390, 844);
  await renderInspector();
  await rows.last().click();
  await expect.element(calls).not.toBeInTheDocument();
  await expect.element(detail).toBeVisible();
  expect(document.documentElement.scrollWidth).toBe(390);
  await detail.getByRole('button', { name: 'All calls' }).click();
  await expect.element(calls).toBeVisible();
});

it('lists deviations from the contract, and shows their calls', async () => {
  add(groupsEndpoints.listGroups, { body: { rows: 1, data: [{ colour: 'red' }], start: '0' } });
  await renderInspector();
  await inspector.getByRole('tab', { name: 'Contract watch' }).click();
  const extra = inspector.getByRole('row').filter({ hasText: 'unknown field data[].colour' });
  await expect.element(extra).toHaveTextContent("a string that isn't in the contract");
  await expect.element(extra).toHaveTextContent('GET /groups 200');
  await extra.getByRole('button', { name: 'Show call' }).click();
  await expect
    .element(detail.getByLabelText('Response body', { exact: true }))
    .toHaveTextContent('"colour": "red"');
});
