import { Kbd, Modal, Switch, Table } from '@mantine/core';
import { useSingleKeys } from '../../lib/single-keys.ts';
import { useBackCloses } from '../../ui/dialog/layers.ts';

const shortcuts = [
  ['Ctrl K', 'Search or run a command (⌘ K on a Mac)'],
  ['?', 'Show this help'],
  ['Ctrl ⇧ I', 'Open or close the request inspector (⌘ ⇧ I on a Mac)'],
  ['↑ ↓', 'Tree: previous or next group'],
  ['→ ←', 'Tree: expand or go to the first subgroup; collapse or go to the parent'],
  ['Home End', 'Tree: first or last group'],
  ['*', 'Tree: expand all groups at this level'],
  ['a b c', 'Tree: next group that starts with the letters you type'],
  ['F2', 'Tree: edit the group'],
  ['Insert', 'Tree: create a subgroup'],
  ['Delete', 'Tree: delete the group'],
  ['n', 'Groups, outside the tree: create a subgroup of the selected group'],
  ['Enter', 'Tree: show the group’s details; filter: next match, with ⇧ previous match'],
  ['Esc', 'Close what’s open; filter: clear'],
] as const;

/** Lists the keyboard shortcuts, on `?`. Single-key shortcuts can be turned off (WCAG 2.1.4). */
export function KeyboardHelp({ onClose }: { onClose(): void }) {
  const [singleKeys, setSingleKeys] = useSingleKeys();
  useBackCloses(onClose);
  return (
    <Modal
      opened
      onClose={onClose}
      title="Keyboard shortcuts"
      size="lg"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Table verticalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Key</Table.Th>
            <Table.Th>Action</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {shortcuts.map(([keys, what]) => (
            <Table.Tr key={keys}>
              <Table.Td>
                <Kbd style={{ whiteSpace: 'nowrap' }}>{keys}</Kbd>
              </Table.Td>
              <Table.Td>{what}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Switch
        mt="md"
        label="Single-key shortcuts"
        checked={singleKeys}
        onChange={(event) => setSingleKeys(event.currentTarget.checked)}
      />
    </Modal>
  );
}
