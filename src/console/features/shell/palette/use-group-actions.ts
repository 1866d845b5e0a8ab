import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { defaultGroupId, groupPath } from '../../../../contract/groups/groups.ts';
import { setGroupDialog, useNewGroup, type GroupDialog } from '../../../data/groups/group-dialog-store.ts';
import { pathTo, type TreeGroup } from '../../../data/groups/model.ts';
import { treeQuery } from '../../../data/groups/queries.ts';
import { groupLock } from '../../../data/groups/use-group-locks.ts';
import { useLocks } from '../../../data/jobs/locks.ts';
import { usePlaces } from '../../../data/places/places.ts';
import { useSession } from '../../../data/session/use-session.ts';
import { shortcuts } from '../../../data/shortcuts.ts';
import { msg } from '../../../lib/text.ts';
import type { PaletteItem } from './rank-items.ts';

/** Commands for the selected group, and those available on every page. */
export function useGroupActions(): { current: PaletteItem[]; general: PaletteItem[] } {
  const queryClient = useQueryClient();
  const { groupId } = useParams({ strict: false });
  const { holds, holdsOn } = useSession();
  const createAtTop = useNewGroup();
  const locks = useLocks();
  const { favorites, setFavorite } = usePlaces();
  const { data: selected = null } = useQuery({
    ...treeQuery(queryClient),
    // Only reads the cache: the page loads the groups.
    enabled: false,
    select: ({ model }) => {
      const group = model.get(Number(groupId));
      return group ? { group, chain: pathTo(model, group.id).toReversed().map(groupPath) } : null;
    },
  });
  const create = { id: 'create-group', label: 'New group', run: () => void createAtTop() };
  if (!selected) return { current: [], general: holds('group', 'rw') ? [create] : [] };

  const { group, chain } = selected;
  const { id } = group;
  const place = { address: groupPath(id), name: group.name };
  const marked = favorites.some(({ address }) => address === place.address);
  const favorite = {
    id: 'favorite-group',
    label: marked ? msg`Remove ${group.name} from favorites` : msg`Add ${group.name} to favorites`,
    keywords: 'star',
    run: () => setFavorite(place, !marked),
  };
  const canChange = holds('group', 'rw') && holdsOn('group', 'rw', chain) && !groupLock(locks, chain);
  if (!canChange) return { current: [favorite], general: [] };
  const open = (kind: GroupDialog['kind'], of: TreeGroup) => () =>
    setGroupDialog(kind === 'create' ? { kind, parent: of } : { kind, group: of });
  return {
    current: [
      {
        ...create,
        label: msg`New subgroup of ${group.name}`,
        keywords: 'new group',
        shortcut: shortcuts.newSubgroup,
        run: open('create', group),
      },
      {
        id: 'edit-group',
        label: msg`Edit ${group.name}`,
        keywords: 'rename',
        run: open('edit', group),
      },
      ...(id === defaultGroupId
        ? []
        : [{ id: 'delete-group', label: msg`Delete ${group.name}`, run: open('delete', group) }]),
      favorite,
    ],
    general: [],
  };
}
