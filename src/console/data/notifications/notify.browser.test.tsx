import { Notifications } from '@mantine/notifications';
import { describe, expect, it } from 'vitest';
import { renderInConsole } from '../../../testing/render.tsx';
import { ApiError } from '../../../client/errors.ts';
import { undoOf, useHistory } from './history.ts';
import { notify } from './notify.ts';

function Undoable() {
  return (
    <>
      <Notifications />
      <ul>
        {useHistory().map(({ id, title }) => (
          <li key={id}>
            {title}
            {undoOf(id) && ' (can be undone)'}
          </li>
        ))}
      </ul>
    </>
  );
}

/** Saves something whose Undo fails with these errors, one after the other, and then works. */
async function saveAndUndo(...errors: Error[]) {
  const screen = await renderInConsole(<Undoable />);
  const left = [...errors];
  notify.success('Saved', '', {
    undo: {
      run: async () => {
        const error = left.shift();
        if (error) throw error;
        notify.success('Changes undone');
      },
      failure: "Couldn't undo",
    },
  });
  const button = screen.getByRole('button', { name: 'Undo' });
  await button.click();
  return { screen, button, entries: screen.getByRole('list') };
}

describe('Undo', () => {
  it.each([
    new ApiError('network', 0, ["The service can't be reached"]),
    new ApiError('problem', 503, ['maintenance']),
  ])('can be retried after a failure (%s)', async (error) => {
    const { screen, button, entries } = await saveAndUndo(error);
    await expect.element(screen.getByRole('alert')).toHaveTextContent(error.message);
    await expect.element(entries).toHaveTextContent("Couldn't undo (can be undone)Saved");
    // The first notification fades out.
    await expect.poll(() => button.elements()).toHaveLength(1);
    await button.click();
    await expect.element(entries).toHaveTextContent("Changes undoneCouldn't undoSaved");
    await expect.element(button).not.toBeInTheDocument();
  });

  it.each([
    new Error('Changed again since then: name. Nothing was undone.'),
    new ApiError('problem', 400, ['name: is taken']),
  ])('ends when it is declined (%s)', async (error) => {
    const { screen, button, entries } = await saveAndUndo(error);
    await expect.element(screen.getByRole('alert')).toHaveTextContent(error.message);
    await expect.element(entries).toHaveTextContent("Couldn't undoSaved");
    await expect.element(button).not.toBeInTheDocument();
  });
});

it('takes the place of one about the same', async () => {
  const screen = await renderInConsole(<Notifications transitionDuration={60_000} />);
  const about = '/delayed_job_statuses/1';
  notify.success('Import: started', '', { about, autoClose: 50_000 });
  await expect.element(screen.getByRole('status')).toHaveTextContent('Import: started');
  notify.success('Import: completed', '', { about, autoClose: 60_000 });
  await expect.poll(() => screen.getByRole('status').elements().length).toBe(1);
  await expect.element(screen.getByRole('status')).toHaveTextContent('Import: completed');
  notify.error('Import: failed', new Error('Because'), { about });
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Because');
  expect(screen.getByRole('status').elements()).toHaveLength(0);
});
