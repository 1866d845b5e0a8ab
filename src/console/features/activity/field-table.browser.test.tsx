import { useQueryClient } from '@tanstack/react-query';
import { useState, type ComponentProps } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { ChangedField } from '../../../contract/activity/changes.ts';
import { renderInConsole } from '../../../testing/render.tsx';
import { recordAt } from '../../data/activity/record-kinds.ts';
import { withDefaults } from '../../../client/records.ts';
import { authenticationQuery } from '../../data/session/queries.ts';
import { FieldTable } from './field-table.tsx';

type FieldTableProps = ComponentProps<typeof FieldTable>;

/** The table of a signed-in user. */
function Table(props: Partial<Pick<FieldTableProps, 'kind'>> & Omit<FieldTableProps, 'kind'>) {
  const queryClient = useQueryClient();
  useState(() => {
    queryClient.setQueryData(authenticationQuery.queryKey, withDefaults({ user: '/users/1' }));
  });
  return <FieldTable kind={undefined} {...props} />;
}

beforeEach(() => void vi.stubGlobal('fetch', () => new Promise(() => undefined)));

/** What's marked in the values of one field. */
async function marked(before: ChangedField['before'], after: ChangedField['after']) {
  const fields = [{ name: 'description', before, after }];
  const headers = { before: 'Before', after: 'After' };
  const screen = await renderInConsole(<Table label="Changed fields" fields={fields} headers={headers} />);
  await expect.element(screen.getByRole('table')).toBeVisible();
  return [...screen.container.querySelectorAll('mark')].map((mark) => mark.textContent);
}

it.each([
  ['openid', 'openid profile', [' profile']],
  ['https://id.example', 'https://id.example/', ['/']],
  ['Contoso Freigh', 'Contoso Freight', ['Freigh', 'Freight']],
  ['Carries freigh by sea.', 'Carries freight by sea and air.', ['freigh', 'freight', ' and air']],
  // Only words that happen to be in both.
  ['Headquarters of Acme Logistics', 'The second, longer description of this group, with details', []],
  ['A first description', 'The second, longer description of this group, with details', []],
  [['/a', '/b'], ['/b'], ['/a']],
])('marks what differs between %j and %j: %j', async (before, after, marks) => {
  expect(await marked(before, after)).toEqual(marks);
});

it('lists fields in the order of the form', async () => {
  const fields = ['parent_resource', 'description', 'name'].map((name) => ({ name, after: name }));
  const group = recordAt('/groups/5')?.kind;
  const screen = await renderInConsole(
    <Table label="Values" kind={group} fields={fields} headers={{ after: 'Value' }} />,
  );
  await expect.element(screen.getByRole('table')).toBeVisible();
  const names = screen.getByRole('rowheader').elements();
  expect(names.map(({ textContent }) => textContent)).toEqual(['Name', 'Description', 'Parent']);
});

it('says whether a user has a password', async () => {
  const fields = [{ name: 'has_password', before: false, after: true }];
  const headers = { before: 'Before', after: 'After' };
  const screen = await renderInConsole(<Table label="Changed fields" fields={fields} headers={headers} />);
  await expect.element(screen.getByRole('table')).toHaveTextContent(/none\s*set$/);
});

it('shows one value of each field of a new record, unmarked', async () => {
  const fields = [{ name: 'features', before: null, after: ['/a', '/b'] }];
  const screen = await renderInConsole(<Table label="Values" fields={fields} headers={{ after: 'Value' }} />);
  await expect.element(screen.getByRole('columnheader', { name: 'Value' })).toBeVisible();
  expect(screen.getByRole('columnheader').elements()).toHaveLength(2);
  expect(screen.container.querySelector('mark')).toBeNull();
});
