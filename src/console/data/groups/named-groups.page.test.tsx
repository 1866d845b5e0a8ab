import { useInterval } from '@mantine/hooks';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderInConsole } from '../../../testing/render.tsx';
import { signIn } from '../../../testing/pages/requests.ts';
import { clearCalls, recordedCalls } from '../../api/recorder.ts';
import { useNamedGroups } from './named-groups.ts';

const paths = ['/groups/0', '/groups/1', '/groups/2', '/groups/3'];

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
  const requested = recordedCalls.get().map(({ sent }) => sent.address);
  // Those of the first rows immediately, the others together.
  expect(requested).toEqual([
    expect.stringMatching(/lineage_of=%2Fgroups%2F1%2C%2Fgroups%2F2%2C%2Fgroups%2F3&/),
    expect.stringMatching(/lineage_of=%2Fgroups%2F0&/),
  ]);
});
