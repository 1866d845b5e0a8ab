import { beforeEach, describe, expect, it } from 'vitest';
import { renderInConsole } from '../../../testing/render.tsx';
import { clearHistory, useHistory } from '../notifications/history.ts';
import { setGroupDialog, useGroupDialog } from './group-dialog-store.ts';
import { buildModel, type TreeGroup } from './model.ts';

const model = buildModel([
  { name: 'Default', description: '', group_resource: '/groups/0', parent_resource: '' },
]);

interface DialogProps {
  mayCreate: boolean;
  settled?: boolean;
}

function Dialog({ mayCreate, settled = true }: DialogProps) {
  const parentOfNew = (): TreeGroup | undefined => (mayCreate ? model.get(0) : undefined);
  const dialog = useGroupDialog(model, { parentOfNew }, settled);
  const messages = useHistory().map(({ title, message }) => `${title}: ${message}`);
  return (
    <>
      <p role="note">{dialog?.kind === 'create' ? `New subgroup of ${dialog.parent.name}` : 'No dialog'}</p>
      <p role="log">{messages}</p>
    </>
  );
}

describe('the dialog for a new group that another page requests', () => {
  beforeEach(() => {
    clearHistory();
    setGroupDialog('new');
  });

  it('waits until groups are loaded', async () => {
    const loading = await renderInConsole(<Dialog mayCreate settled={false} />);
    await expect.element(loading.getByRole('note')).toHaveTextContent('No dialog');
    await loading.unmount();
    const loaded = await renderInConsole(<Dialog mayCreate />);
    await expect.element(loaded.getByRole('note')).toHaveTextContent('New subgroup of Default');
  });

  it("doesn't open without the right to create groups there, and says so", async () => {
    const screen = await renderInConsole(<Dialog mayCreate={false} />);
    await expect
      .element(screen.getByRole('log'))
      .toHaveTextContent("Couldn't create a group: You can't create groups below Default.");
    await expect.element(screen.getByRole('note')).toHaveTextContent('No dialog');
  });
});
