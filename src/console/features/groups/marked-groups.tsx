import { Button, Group, Stack, Title } from '@mantine/core';
import { topmost } from '../../data/groups/delete-groups.tsx';
import type { TreeGroup } from '../../data/groups/model.ts';
import { count } from '../../lib/text.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import classes from './groups-page.module.css';
import { useGroups } from './use-group-tree.ts';

interface MarkedGroupsProps extends Record<'onExport' | 'onClear', () => void> {
  groups: readonly TreeGroup[];
  /** Undefined if the user can't delete any. */
  onDelete: (() => void) | undefined;
}

/** What to do with several selected groups. */
export function MarkedGroups({ groups, onExport, onDelete, onClear }: MarkedGroupsProps) {
  const { model, complete } = useGroups();
  const top = topmost(model, groups);
  // Those below a selected group, without the selected ones.
  const below = top.reduce((sum, { id }) => sum + model.below(id) + 1, -groups.length);
  return (
    <Stack gap="md" className={classes.record}>
      <Title tabIndex={-1} aria-live="polite">
        {count(groups.length, 'group')} · {complete ? '' : 'at least '}
        {count(below, 'subgroup')}
      </Title>
      <Group>
        <Button onClick={onExport}>Export</Button>
        {onDelete && (
          <ActionButton c="var(--danger)" onClick={onDelete}>
            Delete
          </ActionButton>
        )}
        <Button onClick={onClear}>Clear</Button>
      </Group>
    </Stack>
  );
}
