import { describe, expect, it, vi } from 'vitest';
import { renderInConsole } from '../../../testing/render.tsx';
import type { Written } from '../write.ts';
import { BulkDialog, type BulkDialogProps } from './bulk-dialog.tsx';

const users = ['ada', 'bob', 'cleo', 'me'];
const done = { done: true, record: {} } as const;
const job = { done: false, job: '/delayed_job_statuses/1' } as const;

async function renderDialog(
  run: (user: string) => Promise<Written<unknown>>,
  items = users,
  props: Partial<Pick<BulkDialogProps<string>, 'own' | 'exclusionOf' | 'changeOf' | 'me'>> = {},
) {
  const onEnd = vi.fn<(done: readonly string[], left: readonly string[]) => void>();
  const onClose = vi.fn<() => void>();
  const screen = await renderInConsole(
    <BulkDialog
      verb="Delete"
      participle="deleted"
      noun="user"
      items={items}
      keyOf={(user) => user}
      nameOf={(user) => user}
      exclusionOf={(user) => (user === 'me' ? "You can't delete yourself" : undefined)}
      {...props}
      run={run}
      onEnd={onEnd}
      onClose={onClose}
    >
      This can't be undone.
    </BulkDialog>,
  );
  return { screen, onEnd, onClose };
}

describe('BulkDialog', () => {
  it('shows what changes first, then results, and no column without either', async () => {
    const props = {
      exclusionOf: () => undefined,
      changeOf: (user: string) => `Group: ${user} → EMEA`,
      me: 'bob',
    };
    const { screen } = await renderDialog(async () => job, ['ada', 'bob'], props);
    const headers = screen.getByRole('columnheader');
    await expect.element(headers.last()).toHaveTextContent('Change');
    await expect
      .element(screen.getByRole('row', { name: /^bob \(you\)/ }))
      .toHaveTextContent('Group: bob → EMEA');
    await screen.getByRole('button', { name: 'Delete 2 users' }).click();
    await expect.element(headers.last()).toHaveTextContent('Result');
    await expect.element(screen.getByRole('row', { name: /^ada/ })).toHaveTextContent('Job started');
    await screen.unmount();
    const plain = await renderDialog(async () => done, ['ada'], { exclusionOf: () => undefined });
    await expect.element(plain.screen.getByRole('columnheader')).toHaveLength(1);
  });

  it('shows a result per row, those that failed first, and stays open if one was refused', async () => {
    const run = vi.fn<(user: string) => Promise<Written<unknown>>>(async (user) => {
      if (user === 'bob') throw new Error('bob is the last administrator');
      return user === 'cleo' ? job : done;
    });
    const { screen, onEnd, onClose } = await renderDialog(run);
    await screen.getByRole('button', { name: 'Delete 3 users' }).click();
    await expect.element(screen.getByText('1 user deleted, 1 job started, 1 not deleted')).toBeVisible();
    await expect.element(screen.getByRole('row', { name: /^ada/ })).toHaveTextContent('Deleted');
    await expect
      .element(screen.getByRole('row', { name: /^bob/ }))
      .toHaveTextContent('bob is the last administrator');
    await expect.element(screen.getByRole('row', { name: /^cleo/ })).toHaveTextContent('Job started');
    const names = screen.getByRole('rowheader').elements();
    expect(names.map(({ textContent }) => textContent)).toEqual(['bob', 'ada', 'cleo', 'me']);
    expect(run.mock.calls.map(([user]) => user)).toEqual(['ada', 'bob', 'cleo']);
    expect(onEnd).toHaveBeenCalledWith(['ada'], ['bob', 'me']);
    expect(onClose).not.toHaveBeenCalled();
  });

  it('starts nothing more once it is stopped', async () => {
    const names = Array.from({ length: 30 }, (_, index) => `user ${index}`);
    const finish: (() => void)[] = [];
    const run = vi.fn<() => Promise<Written<unknown>>>(
      () => new Promise((resolve) => finish.push(() => resolve(done))),
    );
    const { screen } = await renderDialog(run, names);
    await screen.getByRole('button', { name: 'Delete 30 users' }).click();
    await expect.element(screen.getByRole('progressbar', { name: 'Delete 30 users' })).toBeInTheDocument();
    await screen.getByRole('button', { name: 'Stop' }).click();
    for (const each of finish) each();
    await expect.element(screen.getByText('4 users deleted, 26 not deleted')).toBeVisible();
    expect(run).toHaveBeenCalledTimes(4);
  });

  it("runs what the user's own access depends on last, one by one, and not after others have failed", async () => {
    const items = ['me', 'my role', 'ada', 'bob', 'cleo', 'dora'];
    const rankOf = (item: string) => (item === 'me' ? 2 : Number(item === 'my role'));
    const started: string[] = [];
    let refused = 'bob';
    const { screen, onEnd } = await renderDialog(
      async (item) => {
        // The others can't be changed any longer.
        if (started.includes('me')) throw new Error('not permitted');
        started.push(item);
        await Promise.resolve();
        if (item === refused) throw new Error('busy');
        return done;
      },
      items,
      { own: { rankOf, order: 'You come last' }, exclusionOf: () => undefined },
    );
    await expect
      .element(screen.getByText('You come last, and only if everything else succeeds.'))
      .toBeVisible();
    await screen.getByRole('button', { name: 'Delete 6 users' }).click();
    await expect.element(screen.getByText('3 users deleted, 3 not deleted')).toBeVisible();
    expect(started).toEqual(['ada', 'bob', 'cleo', 'dora']);
    await expect
      .element(screen.getByRole('row', { name: /^me/ }))
      .toHaveTextContent('Not tried, because others failed');
    refused = '';
    await screen.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => onEnd).toHaveBeenLastCalledWith(['bob', 'my role', 'me'], []);
    expect(started.slice(4)).toEqual(['bob', 'my role', 'me']);
  });

  it('can retry after it was stopped', async () => {
    const names = Array.from({ length: 5 }, (_, index) => `user ${index}`);
    const fail: (() => void)[] = [];
    const run = vi.fn<() => Promise<Written<unknown>>>(
      () => new Promise((_resolve, reject) => fail.push(() => reject(new Error('busy')))),
    );
    const { screen } = await renderDialog(run, names);
    await screen.getByRole('button', { name: 'Delete 5 users' }).click();
    await screen.getByRole('button', { name: 'Stop' }).click();
    for (const each of fail) each();
    await screen.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => run).toHaveBeenCalledTimes(8);
  });
});
