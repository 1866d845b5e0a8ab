import { useInterval } from '@mantine/hooks';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderInConsole } from '../../../testing/render.tsx';
import { signIn } from '../../../testing/pages/requests.ts';
import { clearCalls, recordedCalls } from '../../api/recorder.ts';
import { useNamedGroups } from './named-groups.ts';

const paths = Array.from({ length: 20 }, (_, id) => `/groups/${id}`);

/** Names one group after the other, as rows appear while a list scrolls. */
function Rows() {
  const { get, request } = useNamedGroups();
  const [shown, setShown] = useState(1);
  useInterval(() => setShown((count) => count + 1), 10, { autoInvoke: true });
  return paths.slice(0, shown).map((path) => {
    request(path);
    return <li key={path}>{get(path)?.name ?? 'loading'}</li>;
  });
}

it('loads groups together that are named one after the other', async () => {
  await signIn('admin');
  clearCalls();
  await renderInConsole(<Rows />);
  const named = () => page.getByRole('listitem').filter({ hasNotText: 'loading' }).elements().length;
  await expect.poll(named).toBe(paths.length);
  // Only a few more than one: a busy machine may draw fewer rows in the time that names are collected.
  expect(recordedCalls.get().length).toBeLessThan(paths.length / 2);
});
