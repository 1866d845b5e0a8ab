import { expect, it, vi } from 'vitest';
import type { Change } from '../../../../contract/activity/changes.ts';
import { renderInConsole } from '../../../../testing/render.tsx';
import { recordChangesQuery } from '../../../data/activity/logs.ts';
import { queryClient } from '../../../query-client.ts';
import { History } from './history.tsx';

const resource = '/groups/5';

const changes = ['Newer', 'Older'].map((after, index): Change => ({
  change_resource: `/changes/${9 - index}`,
  at: '2026-01-02T03:04:05.000Z',
  login: 'admin',
  user: '/users/1',
  via: 'session',
  action: 'updated',
  resource,
  name: 'Acme',
  fields: [{ name: 'description', before: 'Old', after }],
  count: 1,
  request_id: '',
  recreatable: null,
}));

async function renderHistory(complete: boolean) {
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  queryClient.setQueryData(recordChangesQuery(resource).queryKey, { entries: changes, complete });
  const screen = await renderInConsole(<History resource={resource} name="Acme" canRestore />);
  await expect.element(screen.getByRole('row').last()).toHaveTextContent('Before the oldest change listed');
  return screen.getByRole('link', { name: 'Show all changes' });
}

it('says that it lists only the most recent changes', async () => {
  await expect
    .element(await renderHistory(false))
    .toHaveAttribute('href', `/activity?log=changes&resource=${encodeURIComponent(resource)}`);
});

it('says nothing about older changes if there are none', async () => {
  await expect.element(await renderHistory(true)).not.toBeInTheDocument();
});
