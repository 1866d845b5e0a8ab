import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { Suspense } from 'react';
import { describe, expect, it } from 'vitest';
import { renderInConsole } from '../../testing/render.tsx';
import { ApiError } from '../api/errors.ts';
import { useRecord } from './use-record.ts';

/** Renders a page whose record is there at first, and then can't be loaded again. */
async function pageWithFailure(status: number) {
  let loaded = false;
  const query = queryOptions({
    queryKey: ['record', status],
    queryFn: async () => {
      if (loaded) throw new ApiError('problem', status, ['no such record']);
      loaded = true;
      return 'Acme';
    },
    retry: false,
  });
  function Page() {
    const queryClient = useQueryClient();
    return <button onClick={() => void queryClient.invalidateQueries(query)}>{useRecord(query)}</button>;
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
  it('is replaced by the not-found page once it no longer exists', async () => {
    const { screen } = await pageWithFailure(404);
    await expect.element(screen.getByText('Not found')).toBeVisible();
  });

  it('stays if it only failed to load again', async () => {
    const { screen } = await pageWithFailure(503);
    await expect.element(screen.getByRole('button', { name: 'Acme' })).toBeVisible();
  });
});
