import { Kbd, Modal, Switch, Table } from '@mantine/core';
import { shortcutHelp } from '../../data/shortcuts.ts';
import { singleKeys } from '../../lib/keys.ts';
import { useStore } from '../../lib/store.ts';
import { withoutDescription } from '../../ui/dialog/dialog.tsx';

/** Lists the keyboard shortcuts, on `?`. Single-key shortcuts can be turned off (WCAG 2.1.4). */
export function KeyboardHelp({ onClose }: { onClose(): void }) {
  const enabled = useStore(singleKeys);
  return (
    <Modal opened onClose={onClose} title="Keyboard shortcuts" size="lg" attributes={withoutDescription}>
      <Table verticalSpacing={6} aria-label="Shortcuts">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Key</Table.Th>
            <Table.Th>Action</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {shortcutHelp.map(([keys, what]) => (
            <Table.Tr key={keys}>
              <Table.Th scope="row" fw="inherit">
                <Kbd style={{ whiteSpace: 'nowrap' }}>{keys}</Kbd>
              </Table.Th>
              <Table.Td>{what}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Switch
        mt="md"
        label="Single-key shortcuts"
        checked={enabled}
        onChange={(event) => singleKeys.set(event.currentTarget.checked)}
      />
    </Modal>
  );
}
