import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
  useParams,
} from '@tanstack/react-router';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import { groupRecord } from '../../../testing/setups/console-records.ts';
import { buildModel } from '../../data/groups/model.ts';
import { authenticationQuery } from '../../data/session/queries.ts';
import { useShownGroup } from './use-shown-group.ts';
import { queryClient } from '../../query-client.ts';

const empty = buildModel([]);
const loaded = buildModel([groupRecord(0, '')]);

function Groups() {
  const [model, setModel] = useState(empty);
  const { groupId } = useParams({ strict: false });
  useShownGroup(model, true, groupId === undefined ? undefined : Number(groupId));
  return (
    <>
      <button onClick={() => setModel(loaded)}>Load</button>
      <p role="note">{groupId ?? 'none'}</p>
      <Outlet />
    </>
  );
}

it('opens none while the user is on the way to another page', async () => {
  let finish = () => undefined as void;
  const promise = new Promise<void>((resolve) => (finish = resolve));
  const history = createMemoryHistory({ initialEntries: ['/groups'] });
  const root = createRootRoute();
  const parent = { getParentRoute: () => root };
  const groups = createRoute({ ...parent, path: '/groups', component: Groups });
  const one = createRoute({ getParentRoute: () => groups, path: '$groupId' });
  const slow = createRoute({
    ...parent,
    path: '/slow',
    loader: () => promise,
    component: () => 'The slow page',
  });
  const router = createRouter({ routeTree: root.addChildren([groups.addChildren([one]), slow]), history });
  queryClient.setQueryData(authenticationQuery.queryKey, { user: '/users/1', login: 'admin' } as never);
  const screen = await render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  await expect.element(screen.getByRole('note')).toHaveTextContent('none');
  history.push('/slow');
  await screen.getByRole('button', { name: 'Load' }).click();
  await expect.element(screen.getByRole('note')).toHaveTextContent('none');
  finish();
  await expect.element(screen.getByText('The slow page')).toBeVisible();
});
