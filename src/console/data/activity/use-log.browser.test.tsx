import { Suspense, useEffect } from 'react';
import { expect, it } from 'vitest';
import { renderInConsole } from '../../../testing/render.tsx';
import { queryClient } from '../../query-client.ts';
import type { Log } from './logs.ts';
import { useLog } from './use-log.ts';

interface Entry {
  id: number;
  login: string;
}

it('stays while it is refreshed, with later entries, and with changed ones', async () => {
  const entries: Entry[] = [{ id: 1, login: 'ada' }];
  const log: Log<Entry> = {
    name: 'changes',
    noun: 'change',
    list: async ({ after = 0, through = entries.length }) => {
      const data = entries.filter(({ id }) => id > Number(after) && id <= Number(through)).toReversed();
      return { rows: data.length, data, start: 0, next: String(through) };
    },
    keyOf: ({ id }) => String(id),
    pathOf: String,
  };
  let fallbacks = 0;
  function Fallback() {
    useEffect(() => void (fallbacks += 1), []);
    return 'Loading';
  }
  const query = {};
  function List() {
    const { rows } = useLog(log, query, false);
    return Array.from({ length: rows.length }, (_, index) => rows.at(index)?.login ?? 'unknown').join(' ');
  }
  const screen = await renderInConsole(
    <Suspense fallback={<Fallback />}>
      <List />
    </Suspense>,
  );
  await expect.element(screen.getByText('ada')).toBeVisible();
  const before = fallbacks;
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['activity'] });
  entries.push({ id: 2, login: 'bob' });
  await refresh();
  await expect.element(screen.getByText('bob ada')).toBeVisible();
  for (const entry of entries) entry.login = `forgotten-${entry.id}`;
  await refresh();
  await expect.element(screen.getByText('forgotten-2 forgotten-1')).toBeVisible();
  expect(fallbacks).toBe(before);
});
