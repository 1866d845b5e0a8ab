import { defaultGroupId, groupPath } from '../../../contract/groups/groups.ts';
import { useGroupDirectory } from '../groups/group-directory.tsx';
import { useRights } from '../service/rights.ts';
import { useSession } from '../session/use-session.ts';
import type { RecordKind } from './record-kinds.ts';
import type { Fields } from './versions.ts';

/** Whether the user can create a record, and what that needs. */
interface CreationRight {
  /** Whether they can create this one, only others, or none. */
  right: 'this' | 'others' | 'none';
  required: { feature: string; privilege: 'rw'; group: string };
}

/** Whether the user can create a record with these values. The service checks again. */
export function useCreationRight(
  { collection, feature, groupField }: RecordKind,
  values: Fields,
): CreationRight {
  const { holds, holdsOn } = useSession();
  const { editProviders: canEditProviders } = useRights();
  const groups = useGroupDirectory();
  const value = groupField === undefined ? undefined : values[groupField];
  const group = typeof value === 'string' ? value : groupPath(defaultGroupId);
  const required = { feature, privilege: 'rw' as const, group };
  if (collection === 'oidc_ops') return { right: canEditProviders ? 'this' : 'none', required };
  if (!holds(feature, 'rw')) return { right: 'none', required };
  return { right: holdsOn(feature, 'rw', groups.chainOf(group).paths) ? 'this' : 'others', required };
}
