import { ActionIcon, Button, Group, Menu, Text } from '@mantine/core';
import { groupPath } from '../../../contract/groups/groups.ts';
import { setGroupDialog } from '../../data/groups/group-dialog-store.ts';
import type { TreeGroup } from '../../data/groups/model.ts';
import { count } from '../../lib/text.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { useCopy } from '../../ui/copying.tsx';
import { MoreIcon } from '../../ui/icons.tsx';
import { MenuLink } from '../../ui/links/links.tsx';
import { useGroups } from './use-group-tree.ts';

interface TreeMenuProps {
  canImport: boolean;
  /** Undefined until all groups are loaded. */
  onExport: (() => void) | undefined;
  onAllOpen(open: boolean): void;
}

/** What to do with the whole tree. */
export function TreeMenu({ canImport, onExport, onAllOpen }: TreeMenuProps) {
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon variant="default" size={32} aria-label="Actions for all groups">
          <MoreIcon />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => onAllOpen(true)}>Expand all</Menu.Item>
        <Menu.Item onClick={() => onAllOpen(false)}>Collapse all</Menu.Item>
        <Menu.Divider />
        {canImport && <MenuLink to="/imports">Import</MenuLink>}
        <Menu.Item disabled={!onExport} onClick={onExport}>
          Export as CSV
        </Menu.Item>
        <MenuLink to="/configuration">Configuration as a file</MenuLink>
      </Menu.Dropdown>
    </Menu>
  );
}

/** The items of one group's menu. */
export function GroupMenu({ group, onExport }: { group: TreeGroup; onExport(): void }) {
  const { rights } = useGroups();
  const { copy } = useCopy();
  return (
    <>
      {rights.mayChange(group.id) && (
        <>
          <Menu.Item onClick={() => setGroupDialog({ kind: 'create', parent: group })}>
            New subgroup
          </Menu.Item>
          <Menu.Item onClick={() => setGroupDialog({ kind: 'edit', group })}>Edit</Menu.Item>
        </>
      )}
      <Menu.Item onClick={() => copy(groupPath(group.id))}>Copy path</Menu.Item>
      <Menu.Item onClick={onExport}>Export as CSV</Menu.Item>
      {rights.mayDelete(group.id) && (
        <Menu.Item c="var(--danger)" onClick={() => setGroupDialog({ kind: 'delete', group })}>
          Delete
        </Menu.Item>
      )}
    </>
  );
}

interface MarkedBarProps {
  groups: readonly TreeGroup[];
  canDelete: boolean;
  onExport(): void;
  onDelete(): void;
  onClear(): void;
}

/** What to do with the groups that were selected with Ctrl or Shift. */
export function MarkedBar({ groups, canDelete, onExport, onDelete, onClear }: MarkedBarProps) {
  return (
    <Group gap={6} mt="auto" px={12} py={8} style={{ borderTop: '1px solid var(--line)' }}>
      <Text role="status" flex={1}>
        {count(groups.length, 'group')} selected
      </Text>
      <Button onClick={onClear}>Clear</Button>
      <Button onClick={onExport}>Export</Button>
      {canDelete && (
        <ActionButton c="var(--danger)" onClick={onDelete}>
          Delete
        </ActionButton>
      )}
    </Group>
  );
}
