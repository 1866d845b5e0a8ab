import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useSession } from '../../data/session/use-session.ts';
import { useGroupDirectory } from './group-directory.ts';
import { accessOf, type AccessRole } from './model.ts';
import { explain, lackingFor, type Wanted } from './privileges.ts';
import { Name } from '../../ui/name.tsx';

/** Why something about access cannot be changed, though the user may change other such things. */
interface Lack {
  wanted: Wanted;
  group: string;
}

/** Whether the signed-in user may change a user or a role, and what they lack where they may do so elsewhere only. */
export interface Reach {
  mayChange: boolean;
  lack: Lack | undefined;
}

/**
 * Nobody changes whoever or whatever grants more than they hold themselves.
 * @param group path of the group that the user or the role belongs to
 * @param roles what the user holds, or the role itself
 */
export function useReach(group: string, roles: readonly AccessRole[]): Reach {
  const { user } = useSession();
  const groups = useGroupDirectory();
  const mine = accessOf(user)?.roles ?? [];
  const need = { feature: 'group_admin', privilege: 'rw' };
  if (explain(mine, need, groups.chainOf(group)).answer === 'no')
    return { mayChange: false, lack: undefined };
  const lack = roles.flatMap((role) => lackingFor(role, mine, groups.chainOf))[0];
  return { mayChange: lack === undefined, lack };
}

/** Says what is missing for changing a user or a role; nothing where nothing is. */
export function OutOfReach({ what, lack }: { what: string; lack: Lack | undefined }) {
  const groups = useGroupDirectory();
  if (!lack) return null;
  const { wanted, group } = lack;
  return (
    <Text size="sm" className="muted">
      You cannot change {what}: it takes <code>{wanted.privilege}</code> on <code>{wanted.feature}</code> for{' '}
      <Name>{groups.nameOf(group)}</Name>, which you do not hold.{' '}
      <Link to="/access/why" search={{ ...wanted, group }}>
        Why is this not allowed?
      </Link>
    </Text>
  );
}
