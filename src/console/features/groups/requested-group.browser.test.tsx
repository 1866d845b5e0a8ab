import { createMemoryHistory } from '@tanstack/react-router';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { renderInConsole } from '../../../testing/render.tsx';
import { groupRecord } from '../../../testing/setups/console-records.ts';
import { buildModel, type TreeGroup } from '../../data/groups/model.ts';
import { useHistory } from '../../data/notifications/history.ts';
import { useRequestedGroup } from './groups-page.tsx';
import type { GroupDialog } from './use-group-tree.ts';

const model = buildModel([groupRecord(0, '', 'Default')]);

function Dialog({ mayCreate = true, settled = true }) {
  const [dialog, openDialog] = useState<GroupDialog>();
  const parentOfNew = (): TreeGroup | undefined => (mayCreate ? model.get(0) : undefined);
  useRequestedGroup(model, { parentOfNew }, settled, openDialog);
  const messages = useHistory().map(({ title, message }) => `${title}: ${message}`);
  return (
    <>
      <p role="note">{dialog?.kind === 'create' ? `New subgroup of ${dialog.parent.name}` : 'No dialog'}</p>
      <p role="log">{messages}</p>
      <button type="button" onClick={() => openDialog(undefined)}>
        Close
      </button>
    </>
  );
}

function requesting() {
  const history = createMemoryHistory({ initialEntries: ['/'] });
  history.replace('/', { newRecord: { kind: 'group' } });
  return history;
}

describe('the dialog for a new group that another page requests', () => {
  it('waits until groups are loaded, and opens once', async () => {
    const screen = await renderInConsole(<Dialog settled={false} />, requesting());
    await expect.element(screen.getByRole('note')).toHaveTextContent('No dialog');
    screen.replace(<Dialog />);
    await expect.element(screen.getByRole('note')).toHaveTextContent('New subgroup of Default');
    await screen.getByRole('button').click();
    screen.replace(<Dialog settled={false} />);
    screen.replace(<Dialog />);
    await expect.element(screen.getByRole('note')).toHaveTextContent('No dialog');
  });

  it("doesn't open without the right to create groups there, and says so", async () => {
    const screen = await renderInConsole(<Dialog mayCreate={false} />, requesting());
    await expect
      .element(screen.getByRole('log'))
      .toHaveTextContent("Couldn't create a group: You can't create groups below Default.");
    await expect.element(screen.getByRole('note')).toHaveTextContent('No dialog');
  });
});
