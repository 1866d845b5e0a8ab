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
import { buildModel } from '../../data/groups/model.ts';
import { authenticationQuery } from '../../data/session/queries.ts';
import { useShownGroup } from './use-shown-group.ts';
import { queryClient } from '../../query-client.ts';

const empty = buildModel([]);
const loaded = buildModel([
  { name: 'Default', description: '', group_resource: '/groups/0', parent_resource: '' },
]);

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

/** Renders no groups yet, beside a page that loads until `finish` is called. */
async function renderGroups() {
  let finish = () => undefined as void;
  const promise = new Promise<void>((resolve) => (finish = resolve));
  const history = createMemoryHistory({ initialEntries: ['/groups'] });
  const root = createRootRoute();
  const groups = createRoute({ getParentRoute: () => root, path: '/groups', component: Groups });
  const router = createRouter({
    routeTree: root.addChildren([
      groups.addChildren([createRoute({ getParentRoute: () => groups, path: '$groupId' })]),
      createRoute({
        getParentRoute: () => root,
        path: '/slow',
        loader: () => promise,
        component: () => 'The slow page',
      }),
    ]),
    history,
  });
  queryClient.clear();
  queryClient.setQueryData(authenticationQuery.queryKey, { user: '/users/1', login: 'admin' } as never);
  const screen = await render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  await expect.element(screen.getByRole('note')).toHaveTextContent('none');
  return { screen, history, finish };
}

it('opens none while the user is on the way to another page', async () => {
  const { screen, history, finish } = await renderGroups();
  history.push('/slow');
  await screen.getByRole('button', { name: 'Load' }).click();
  await expect.element(screen.getByRole('note')).toHaveTextContent('none');
  finish();
  await expect.element(screen.getByText('The slow page')).toBeVisible();
});
