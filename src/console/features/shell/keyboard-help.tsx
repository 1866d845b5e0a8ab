import { Kbd, Modal, Switch, Table } from '@mantine/core';
import { useBackCloses } from '../../ui/dialog/layers.ts';

const shortcuts = [
  ['Ctrl K', 'Search or run a command (⌘ K on a Mac)'],
  ['?', 'Show this help'],
  ['Ctrl ⇧ I', 'Open or close the request inspector (⌘ ⇧ I on a Mac)'],
  ['↑ ↓', 'Tree: the group above or below'],
  ['→ ←', 'Tree: open, or go to the first child; close, or go to the parent'],
  ['Home End', 'Tree: the first or last group'],
  ['*', 'Tree: open all groups beside this one'],
  ['a b c', 'Tree: go to the next group that begins with what you type'],
  ['F2', 'Tree: rename or describe the group'],
  ['Insert', 'Tree: make a new group below'],
  ['Delete', 'Tree: delete the group'],
  ['n', 'Groups, outside the tree: make a new group below the selected one'],
  ['Enter', 'Tree: show the details of the group; in the filter: the next hit, with ⇧ the one before'],
  ['Esc', 'Close what is open; in a filter: clear it'],
] as const;

interface KeyboardHelpProps {
  singleKeys: boolean;
  onSingleKeys(value: boolean): void;
  onClose(): void;
}

/** The keyboard shortcuts, on `?`; the single-key ones can be turned off (WCAG 2.1.4). */
export function KeyboardHelp({ singleKeys, onSingleKeys, onClose }: KeyboardHelpProps) {
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
            <Table.Th>What it does</Table.Th>
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
        onChange={(event) => onSingleKeys(event.currentTarget.checked)}
      />
    </Modal>
  );
}
