import { Kbd, Modal, Switch, Table } from '@mantine/core';
import { useSingleKeys } from '../../lib/single-keys.ts';
import { withoutDescription } from '../../ui/dialog/dialog.tsx';
import { useBackCloses } from '../../ui/dialog/layers.ts';

const shortcuts = [
  ['Ctrl K', 'Search or run a command (⌘ K on a Mac)'],
  ['?', 'Show this help'],
  ['Ctrl Shift I', 'Open or close the request inspector (⌘ Shift I on a Mac)'],
  ['↑ ↓', 'Tree: previous or next group'],
  ['→ ←', 'Tree: expand or go to the first subgroup; collapse or go to the parent'],
  ['Home End', 'Tree: first or last group'],
  ['*', 'Tree: expand all groups at this level'],
  ['a b c', 'Tree: next group that starts with the letters you type'],
  ['F2', 'Tree: edit the group'],
  ['Insert', 'Tree: create a subgroup'],
  ['Delete', 'Tree: delete the group'],
  ['n', 'Groups, outside the tree: create a subgroup of the selected group'],
  ['Enter', 'Tree: show the group’s details; filter: next match, with Shift previous match'],
  ['Esc', 'Close what’s open; filter: clear'],
] as const;

/** Lists the keyboard shortcuts, on `?`. Single-key shortcuts can be turned off (WCAG 2.1.4). */
export function KeyboardHelp({ onClose }: { onClose(): void }) {
  const [singleKeys, setSingleKeys] = useSingleKeys();
  useBackCloses(onClose);
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
          {shortcuts.map(([keys, what]) => (
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
        checked={singleKeys}
        onChange={(event) => setSingleKeys(event.currentTarget.checked)}
      />
    </Modal>
  );
}
