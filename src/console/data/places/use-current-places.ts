import { useQuery } from '@tanstack/react-query';
import { GroupsIcon, KeyIcon, ShieldIcon, UserIcon } from '../../ui/icons.tsx';
import { groupPath, type PartialGroup } from '../../../contract/groups/groups.ts';
import { rolePath } from '../../../contract/access/roles.ts';
import { rolesQuery } from '../access/roles.ts';
import { isolate } from '../../lib/text.ts';
import { ancestorsQuery } from '../groups/named-groups.ts';
import { oidcOpsQuery } from '../oidc/providers.ts';
import { useService } from '../service/use-service.ts';
import type { RecordType } from '../refresh.ts';
import { recordAt, usePlaces, type Place } from './places.ts';
import { ifAsked } from '../../api/retries.ts';

/** A recent record that still exists, as far as that's known. */
export interface CurrentPlace extends Place {
  kind: RecordType;
  id: number;
  /** The names of a group's ancestors: "EMEA › Acme". Empty if unknown. */
  path: string;
}

/**
 * The user's recent records, with their current names where the service reports them. Records that no
 * longer exist are omitted.
 */
export function useCurrentPlaces(): CurrentPlace[] {
  const recent = usePlaces();
  const records = recent.map(({ address }) => recordAt(address));
  const groups = records.flatMap((record) => (record?.kind === 'group' ? [groupPath(record.id)] : []));
  const paths = [...new Set(groups)].toSorted();
  const { complete } = useService();
  const loaded = useQuery({ ...ancestorsQuery(paths), enabled: complete && paths.length > 0, ...ifAsked });
  // These only read the cache: pages that show providers or roles load them.
  const providers = useQuery({ ...oidcOpsQuery, enabled: false });
  const roles = useQuery({ ...rolesQuery, enabled: false });
  const byPath = loaded.data && new Map(loaded.data.map((group) => [group.group_resource ?? '', group]));
  const current = (place: Place): CurrentPlace[] => {
    const record = recordAt(place.address);
    if (!record) return [];
    const { kind, id } = record;
    const asStored = { ...place, kind, id, path: '' };
    if (kind === 'group' && byPath) {
      const group = byPath.get(groupPath(id));
      return group ? [{ ...asStored, name: group.name ?? place.name, path: placeOf(group, byPath) }] : [];
    }
    if (kind === 'provider' && providers.data) {
      const op = providers.data.ops.find((other) => other.id === id);
      if (op) return [{ ...asStored, name: op.name }];
      return providers.data.ops.length < providers.data.total ? [asStored] : [];
    }
    if (kind === 'role' && roles.data) {
      const role = roles.data.roles.find(({ path }) => path === rolePath(id));
      if (role) return [{ ...asStored, name: role.name }];
      return roles.data.complete ? [] : [asStored];
    }
    return [asStored];
  };
  return recent.flatMap(current);
}

/** The names of a group's ancestors without the topmost, which is above every group. */
function placeOf(group: PartialGroup, groups: ReadonlyMap<string, PartialGroup>): string {
  const ancestors = new Set<PartialGroup>();
  let above = groups.get(group.parent_resource ?? '');
  while (above && !ancestors.has(above)) {
    ancestors.add(above);
    above = groups.get(above.parent_resource ?? '');
  }
  return [...ancestors]
    .toReversed()
    .slice(1)
    .map(({ name = '' }) => isolate(name))
    .join(' › ');
}

/** The icon and the word for each kind of place. */
export const placeKinds = {
  group: { Icon: GroupsIcon, word: 'Group' },
  provider: { Icon: KeyIcon, word: 'Provider' },
  user: { Icon: UserIcon, word: 'User' },
  role: { Icon: ShieldIcon, word: 'Role' },
} as const;
