import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { effectOf, type RoleChange } from '../../data/access/access-effect.ts';
import { topGroup } from '../../data/access/model.ts';
import { rolesQuery } from '../../data/access/roles.ts';
import { useGroupDirectory } from '../../data/groups/group-directory.tsx';
import { useSession } from '../../data/session/use-session.ts';
import { useLatest } from '../../ui/data-table/use-latest.ts';

interface AccessEffectProps extends Pick<RoleChange, 'path' | 'was' | 'will'> {
  load(): Promise<RoleChange['users']>;
}

/** Who would gain and lose what: one sentence. */
export function AccessEffect({ path, was, will, load }: AccessEffectProps) {
  const groups = useGroupDirectory();
  const { holdsOn } = useSession();
  const [chainOf, nameOf] = [useLatest(groups.chainOf), useLatest(groups.nameOf)];
  const { data, error } = useQuery({
    queryKey: ['users', 'effect', path, was, will],
    queryFn: async ({ client, signal }) => {
      const [{ roles }, users] = await Promise.all([client.fetchQuery(rolesQuery), load()]);
      const held = new Set(users.flat());
      const all = [...roles.filter((role) => held.has(role.path)), was, will];
      await groups.loadNames(all.flatMap((role) => role?.groups ?? []));
      return effectOf({ path, was, will, users, roles }, chainOf, nameOf, signal);
    },
    gcTime: 0,
  });
  const text = error
    ? "Who gains or loses access isn't known."
    : (data ?? 'Finding out who gains or loses access…');
  return (
    <Text role="status" aria-label="Before you save">
      {text}
      {data && !holdsOn('group_admin', 'ro', [topGroup]) && " Users that you can't view aren't counted."}
    </Text>
  );
}
