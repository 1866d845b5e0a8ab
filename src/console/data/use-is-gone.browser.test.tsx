import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { Suspense } from 'react';
import { describe, expect, it } from 'vitest';
import { renderInConsole } from '../../testing/render.tsx';
import { ApiError } from '../../client/errors.ts';
import { useIsGone } from './use-is-gone.ts';

/** Renders a page whose record is there at first, and then can't be loaded again. */
async function pageWithFailure(status: number) {
  let loaded = false;
  const query = queryOptions({
    queryKey: ['record', status],
    queryFn: async () => {
      if (loaded) throw new ApiError('problem', status, ['no such record']);
      loaded = true;
      return 'a record';
    },
    retry: false,
  });
  function Page() {
    const queryClient = useQueryClient();
    if (useIsGone(query)) return 'Not found';
    return <button onClick={() => void queryClient.invalidateQueries(query)}>Acme</button>;
  }
  const screen = await renderInConsole(
    <Suspense fallback="Loading">
      <Page />
    </Suspense>,
  );
  await screen.getByRole('button', { name: 'Acme' }).click();
  return { screen };
}

describe("a page's record", () => {
  it('is gone once it no longer exists', async () => {
    const { screen } = await pageWithFailure(404);
    await expect.element(screen.getByText('Not found')).toBeVisible();
  });

  it('stays if it only failed to load again', async () => {
    const { screen } = await pageWithFailure(503);
    await expect.element(screen.getByRole('button', { name: 'Acme' })).toBeVisible();
  });
});
