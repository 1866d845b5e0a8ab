import { describe, expect, it } from 'vitest';
import { renderInConsole } from '../../../testing/render.tsx';
import { addToHistory, clearHistory, useHistory, useNotificationHistory } from './history.ts';

function Titles({ user }: { user: string }) {
  useNotificationHistory(user);
  return (
    <ul>
      {useHistory().map(({ id, title, message }) => (
        <li key={id}>{`${title}: ${message}`}</li>
      ))}
    </ul>
  );
}

const note = (id: string, message: string) => ({ id, kind: 'error', title: 'Failed', message }) as const;

describe('the notification history', () => {
  it('survives a reload, for the same user only', async () => {
    const before = await renderInConsole(<Titles user="/users/1" />);
    addToHistory(note('1', 'first'));
    addToHistory(note('2', 'second'));
    await expect.element(before.getByRole('listitem').first()).toHaveTextContent('Failed: second');
    await before.unmount();
    const other = await renderInConsole(<Titles user="/users/2" />);
    await expect.element(other.getByRole('list')).toBeEmptyDOMElement();
    await other.unmount();
    const after = await renderInConsole(<Titles user="/users/1" />);
    await expect.element(after.getByRole('listitem').first()).toHaveTextContent('Failed: second');
    expect(after.getByRole('listitem').elements()).toHaveLength(2);
  });

  it('shows one entry about the same job: the latest', async () => {
    const screen = await renderInConsole(<Titles user="/users/1" />);
    addToHistory(note('/delayed_job_statuses/1', 'started'));
    addToHistory(note('2', 'between'));
    addToHistory(note('/delayed_job_statuses/1', 'completed'));
    await expect.element(screen.getByRole('list')).toHaveTextContent(/^Failed: completedFailed: between$/);
  });

  it('stores no secrets', async () => {
    const screen = await renderInConsole(<Titles user="/users/1" />);
    addToHistory(note('1', 'The provider refused client_secret=hunter2-and-more'));
    addToHistory(note('2', 'It sent Authorization: Bearer abc.def.ghi'));
    await expect
      .element(screen.getByRole('listitem').last())
      .toHaveTextContent('refused client_secret=••••••••');
    expect(JSON.stringify(localStorage)).not.toMatch(/hunter2|abc\.def/);
  });

  it('shows what another tab adds or clears', async () => {
    const screen = await renderInConsole(<Titles user="/users/1" />);
    const key = 'palisade-notifications /users/1';
    localStorage.setItem(key, JSON.stringify([{ ...note('1', 'elsewhere'), at: 0 }, { id: 'invalid' }]));
    dispatchEvent(new StorageEvent('storage', { key }));
    await expect.element(screen.getByRole('listitem')).toHaveTextContent('Failed: elsewhere');
    addToHistory(note('2', 'here'));
    expect(localStorage.getItem(key)).toContain('elsewhere');
    localStorage.removeItem(key);
    dispatchEvent(new StorageEvent('storage', { key }));
    await expect.element(screen.getByRole('list')).toBeEmptyDOMElement();
  });

  it('is cleared, also for the next visit', async () => {
    const screen = await renderInConsole(<Titles user="/users/1" />);
    addToHistory(note('1', 'first'));
    await expect.element(screen.getByRole('listitem')).toBeVisible();
    clearHistory();
    await expect.element(screen.getByRole('list')).toBeEmptyDOMElement();
    expect(localStorage.getItem('palisade-notifications /users/1')).toBe('[]');
  });

  it('stays in memory if the service does not identify users', async () => {
    const screen = await renderInConsole(<Titles user="" />);
    addToHistory(note('1', 'only here'));
    await expect.element(screen.getByRole('listitem')).toHaveTextContent('only here');
    expect(localStorage).toHaveLength(0);
  });
});
