import { describe, expect, it, vi } from 'vitest';
import { role } from '../../../testing/access-roles.ts';
import { renderInConsole } from '../../../testing/render.tsx';
import { queryClient } from '../../query-client.ts';
import { completeUser, withDefaults } from '../../../client/records.ts';
import { authenticationQuery } from '../session/queries.ts';
import { useSide } from './access-side.ts';
import { rolesOfUserQuery } from './roles.ts';
import { userRecords } from './users.ts';

const path = '/users/7';

function Side() {
  const { loading, hidden, roles } = useSide(path);
  return <p>{loading ? 'Loading' : `${roles.length} visible, ${hidden} hidden`}</p>;
}

/** A user with roles of which only some are visible, as loaded before. */
function renderSide(held: string[], visible: string[]) {
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  queryClient.setQueryData(authenticationQuery.queryKey, withDefaults({ user: '/users/1' }));
  const user = completeUser({ login: 'ada', user_resource: path, role_resources: held });
  queryClient.setQueryData(userRecords.query(path).queryKey, user);
  const roles = visible.map((each) => ({ ...role('', {}, []), path: each }));
  queryClient.setQueryData(rolesOfUserQuery(path).queryKey, roles, { updatedAt: 1 });
  return renderInConsole(<Side />);
}

describe("a user's roles while they are fetched again", () => {
  it('are loading if some are missing, which may be hidden or just assigned', async () => {
    const screen = await renderSide(['/roles/1', '/roles/2'], ['/roles/1']);
    await expect.element(screen.getByText('Loading')).toBeVisible();
  });

  it('stay as they are if all are visible', async () => {
    const screen = await renderSide(['/roles/1'], ['/roles/1']);
    await expect.element(screen.getByText('1 visible, 0 hidden')).toBeVisible();
  });
});
