import { expect, it, vi } from 'vitest';
import { changeRecord } from '../../../../testing/setups/console-records.ts';
import { renderInConsole } from '../../../../testing/render.tsx';
import { recordChangesQuery } from '../../../data/activity/logs.ts';
import { queryClient } from '../../../query-client.ts';
import { History } from './history.tsx';

const resource = '/groups/5';

const fields = [{ name: 'description', before: 'Old', after: 'New' }];
const changes = [changeRecord({ resource, fields })];

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
