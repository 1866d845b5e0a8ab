import classes from './groups-page.module.css';
import { Box, Group, Menu, Progress, Stack, Text, Title } from '@mantine/core';
import { groupsCsv } from '../../data/groups/group-table.ts';
import type { TreeGroup } from '../../data/groups/model.ts';
import { withShortcut } from '../../data/shortcuts.ts';
import { download } from '../../lib/download.ts';
import { count, formatNumber } from '../../lib/text.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { icon } from '../../ui/icons.tsx';
import { LineSkeletons } from '../../ui/line-skeletons.tsx';
import { MenuLink } from '../../ui/links/links.tsx';
import { MoreMenu } from '../../ui/links/more-menu.tsx';
import { HelpLink } from '../../ui/page.tsx';
import { useGroups } from './use-group-tree.ts';

const RefreshIcon = icon('M20 11a8 8 0 1 0-2 6M20 5v6h-6');

interface TreeHeadProps {
  /** Whether it's the page's heading. */
  isHeading: boolean;
  /** Of a new group; undefined if none can be created. */
  parentOfNew: TreeGroup | undefined;
  onRefresh(): void;
  onAllOpen(open: boolean): void;
}

/** The title of the tree, and what to do with the whole of it. */
export function TreeHead({ isHeading, parentOfNew, onRefresh, onAllOpen }: TreeHeadProps) {
  const { model, complete, fetching, rights, openDialog } = useGroups();
  return (
    <Group gap="4px md" justify="space-between" px={12} pt={12}>
      {isHeading ? (
        <Group>
          <Title size="h2" tabIndex={-1}>
            Groups
          </Title>
          <HelpLink chapter="console#work-with-groups" />
        </Group>
      ) : (
        // The selected group's name is the page's heading, and its first.
        <Text size="lg" fw={600}>
          Groups
        </Text>
      )}
      <Group gap={6} wrap="nowrap">
        <ActionButton
          aria-label="Refresh"
          title="Refresh"
          px={8}
          loading={fetching && complete}
          onClick={onRefresh}
        >
          <RefreshIcon />
        </ActionButton>
        <TreeMenu
          canImport={rights.mayChangeSome}
          onExport={complete ? () => download('groups.csv', 'text/csv', groupsCsv(model)) : undefined}
          onAllOpen={onAllOpen}
        />
        {parentOfNew && (
          <ActionButton
            variant="filled"
            title={withShortcut('New group', 'newSubgroup')}
            onClick={() => openDialog({ kind: 'create', parent: parentOfNew })}
          >
            New group
          </ActionButton>
        )}
      </Group>
    </Group>
  );
}

/** Loading progress, or how many groups couldn't be loaded. */
export function Loading() {
  const { loaded, total, fetching } = useGroups();
  const share = total === undefined ? 'so far' : `of ${formatNumber(total)}`;
  return (
    <Stack gap={4} p={12} role={fetching ? undefined : 'status'}>
      <Text>
        {fetching
          ? `Loaded ${formatNumber(loaded)} ${share}`
          : `Only ${formatNumber(loaded)} ${total === undefined ? 'groups' : `of ${count(total, 'group')}`} loaded, so counts are minimums.`}
      </Text>
      {fetching && (
        <Progress
          value={total === undefined ? 100 : (loaded / total) * 100}
          animated={total === undefined}
          aria-label="Loading groups"
        />
      )}
    </Stack>
  );
}

/** A placeholder for the page until there's a tree. */
export function LoadingTree() {
  return (
    <div className={classes.panes}>
      <div className={classes.tree}>
        <Text size="lg" fw={600} px={12} pt={16} pb={48} aria-hidden="true">
          Groups
        </Text>
        <Box px={12}>
          <LineSkeletons label="Loading groups" lines={8} />
        </Box>
      </div>
    </div>
  );
}

interface TreeMenuProps {
  canImport: boolean;
  /** Undefined until all groups are loaded. */
  onExport: (() => void) | undefined;
  onAllOpen(open: boolean): void;
}

/** What to do with the whole tree. */
function TreeMenu({ canImport, onExport, onAllOpen }: TreeMenuProps) {
  return (
    <MoreMenu label="Actions for all groups">
      <Menu.Item onClick={() => onAllOpen(true)}>Expand all</Menu.Item>
      <Menu.Item onClick={() => onAllOpen(false)}>Collapse all</Menu.Item>
      <Menu.Divider />
      {canImport && <MenuLink to="/groups/import">Import</MenuLink>}
      <Menu.Item disabled={!onExport} onClick={onExport}>
        Export as CSV
      </Menu.Item>
    </MoreMenu>
  );
}
