import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { expect, it } from 'vitest';
import { renderInConsole } from '../../testing/render.tsx';
import { ApiError } from '../../client/errors.ts';
import { queryClient } from '../query-client.ts';
import { useIsGone } from './use-is-gone.ts';

it.each([
  [404, 'Not found'],
  [503, 'Acme'],
])('is gone if it no longer exists, and stays if it only failed to load again: %i', async (status, shown) => {
  let loaded = false;
  const query = queryOptions({
    queryKey: ['record'],
    queryFn: async () => {
      if (loaded) throw new ApiError('problem', status, ['no such record']);
      loaded = true;
      return 'Acme';
    },
    retry: false,
  });
  function Page() {
    const { error } = useSuspenseQuery(query);
    return `${useIsGone(query) ? 'Not found' : 'Acme'} ${error?.message ?? ''}`;
  }
  const screen = await renderInConsole(
    <Suspense fallback="Loading">
      <Page />
    </Suspense>,
  );
  await expect.element(screen.getByText('Acme')).toBeVisible();
  await queryClient.invalidateQueries(query);
  await expect.element(screen.getByText(`${shown} no such record`)).toBeVisible();
});
