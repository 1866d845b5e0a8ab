import { expect, it, vi } from 'vitest';
import type { ChangedField } from '../../../contract/activity/changes.ts';
import { renderInConsole } from '../../../testing/render.tsx';
import { recordAt, type RecordKind } from '../../data/activity/record-kinds.ts';
import { withDefaults } from '../../../client/records.ts';
import { authenticationQuery } from '../../data/session/queries.ts';
import { queryClient } from '../../query-client.ts';
import { FieldTable } from './field-table.tsx';

/** The table of what a change did or, without `before`, of the values of a record. */
async function renderTable(fields: ChangedField[], kind?: RecordKind) {
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  queryClient.setQueryData(authenticationQuery.queryKey, withDefaults({ user: '/users/1' }));
  const headers = fields.some(({ before }) => before !== undefined)
    ? { before: 'Before', after: 'After' }
    : { after: 'Value' };
  const { getByRole } = await renderInConsole(
    <FieldTable label="Fields" kind={kind} fields={fields} headers={headers} />,
  );
  await expect.element(getByRole('table')).toBeVisible();
  return getByRole;
}

const textsOf = (elements: Iterable<Element>) => Array.from(elements, ({ textContent }) => textContent);
const marks = () => textsOf(document.querySelectorAll('mark'));

it.each([
  ['openid', 'openid profile', [' profile']],
  ['https://id.example', 'https://id.example/', ['/']],
  ['Contoso Freigh', 'Contoso Freight', ['Freigh', 'Freight']],
  ['Carries freigh by sea.', 'Carries freight by sea and air.', ['freigh', 'freight', ' and air']],
  // Only words that happen to be in both.
  ['Headquarters of Acme Logistics', 'The second, longer description of this group, with details', []],
  ['A first description', 'The second, longer description of this group, with details', []],
  [['/a', '/b'], ['/b'], ['/a']],
])('marks what differs between %j and %j: %j', async (before, after, marked) => {
  await renderTable([{ name: 'description', before, after }]);
  expect(marks()).toEqual(marked);
});

it('lists fields in the order of the form', async () => {
  const fields = ['parent_resource', 'description', 'name'].map((name) => ({ name, after: name }));
  const getByRole = await renderTable(fields, recordAt('/groups/5')?.kind);
  expect(textsOf(getByRole('rowheader').elements())).toEqual(['Name', 'Description', 'Parent']);
});

it('says whether a user has a password', async () => {
  const getByRole = await renderTable([{ name: 'has_password', before: false, after: true }]);
  await expect.element(getByRole('table')).toHaveTextContent(/none\s*set$/);
});

it('shows one value of each field of a new record, unmarked', async () => {
  const getByRole = await renderTable([{ name: 'features', after: ['/a', '/b'] }]);
  expect(textsOf(getByRole('columnheader').elements())).toEqual(['Field', 'Value']);
  expect(marks()).toEqual([]);
});
