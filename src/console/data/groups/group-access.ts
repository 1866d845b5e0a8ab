import { queryOptions } from '@tanstack/react-query';
import { usersEndpoints } from '../../../contract/endpoints/users.ts';
import { defaultGroupId, groupIdOf, groupPath } from '../../../contract/groups/groups.ts';
import { call } from '../../api/exchange.ts';
import { completeUser } from '../../../client/records.ts';
import { ifAsked } from '../../api/retries.ts';
import type { AccessRole } from '../access/model.ts';
import { coveredThrough } from '../session/role-coverage.ts';
import { pathTo, type GroupModel } from './model.ts';

const userFields = 'login,display_name,user_resource,group_resource,last_sign_in_at';

/**
 * The first users of a group, optionally including its subgroups.
 * @param most how many to return
 */
export function groupUsersQuery(id: number, below: boolean, most: number) {
  return queryOptions({
    queryKey: ['users', 'of-group', id, below, most],
    ...ifAsked,
    queryFn: async ({ signal }) => {
      const query = { limit: most, fields: userFields, ...(below ? { below: 'true' } : {}) };
      const { body } = await call(usersEndpoints.listGroupUsers, { params: { id }, query, signal });
      return { total: body.rows, users: body.data.map((user) => completeUser(user)) };
    },
  });
}

/** How a role relates to a group. */
export interface RoleOnGroup {
  role: AccessRole;
  /** The role's nearest group that covers this one; undefined if none does. */
  through: number | undefined;
  /** Whether it may apply, through groups above that aren't visible. */
  mayApply: boolean;
  /** Whether the group administers the role. */
  administered: boolean;
}

/**
 * The roles that apply to a group or are administered by it, nearest first, and those that may apply.
 * @param model all visible groups
 */
export function rolesOn(roles: readonly AccessRole[], model: GroupModel, id: number): RoleOnGroup[] {
  const path = pathTo(model, id);
  // Groups above the top of the path that aren't visible. The Default group is known.
  const hidden = model.get(path[0] ?? -1)?.hiddenParent;
  const partly = hidden !== undefined && hidden !== defaultGroupId;
  const chain = path.toReversed().map(groupPath);
  // The Default group comes last of those that cover it, and roles that are only administered here come after it.
  const order = [...path.filter((above) => above !== defaultGroupId).toReversed(), defaultGroupId, undefined];
  const distance = ({ through }: RoleOnGroup) => order.indexOf(through);
  return roles
    .map((role) => {
      const through = groupIdOf(coveredThrough(role.groups, chain) ?? '');
      const isElsewhere = partly && groupsOf(role).some((group) => !model.has(group));
      return {
        role,
        through,
        mayApply: through === undefined && isElsewhere,
        administered: administratorOf(role) === id,
      };
    })
    .filter(({ through, mayApply, administered }) => through !== undefined || mayApply || administered)
    .toSorted((one, other) => distance(one) - distance(other));
}

/** How deleting groups affects roles: those that lose a group, and those that prevent the delete. */
export function rolesAffectedBy(
  roles: readonly AccessRole[],
  ids: ReadonlySet<number>,
): { losing: readonly AccessRole[]; administered: readonly AccessRole[] } {
  return {
    losing: roles.filter((role) => groupsOf(role).some((id) => ids.has(id))),
    administered: roles.filter((role) => ids.has(administratorOf(role) ?? -1)),
  };
}

function groupsOf({ groups }: AccessRole): number[] {
  return groups.map(groupIdOf).filter((id) => id !== undefined);
}

function administratorOf({ administrator }: AccessRole): number | undefined {
  return groupIdOf(administrator);
}
