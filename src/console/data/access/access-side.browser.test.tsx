import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderInConsole } from '../../../testing/render.tsx';
import { withDefaults } from '../../../client/records.ts';
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
function Loaded({ held, visible }: { held: readonly string[]; visible: readonly string[] }) {
  const queryClient = useQueryClient();
  useState(() => {
    const role = { name: '', description: '', grants: [], groups: [], administrator: '' };
    queryClient.setQueryData(authenticationQuery.queryKey, withDefaults({ user: '/users/1' }));
    queryClient.setQueryData(userRecords.query(path).queryKey, {
      login: 'ada',
      display_name: '',
      user_resource: path,
      group_resource: '/groups/0',
      role_resources: [...held],
      has_password: true,
      suspended: false,
      created_at: '',
      last_sign_in_at: '',
      last_sign_in_via: '',
    });
    queryClient.setQueryData(
      rolesOfUserQuery(path).queryKey,
      visible.map((each) => ({ ...role, path: each })),
      { updatedAt: 1 },
    );
  });
  return <Side />;
}

describe("a user's roles while they are fetched again", () => {
  afterEach(() => vi.unstubAllGlobals());

  it('are loading if some are missing, which may be hidden or just assigned', async () => {
    vi.stubGlobal('fetch', () => new Promise(() => undefined));
    const screen = await renderInConsole(<Loaded held={['/roles/1', '/roles/2']} visible={['/roles/1']} />);
    await expect.element(screen.getByText('Loading')).toBeVisible();
  });

  it('stay as they are if all are visible', async () => {
    vi.stubGlobal('fetch', () => new Promise(() => undefined));
    const screen = await renderInConsole(<Loaded held={['/roles/1']} visible={['/roles/1']} />);
    await expect.element(screen.getByText('1 visible, 0 hidden')).toBeVisible();
  });
});
