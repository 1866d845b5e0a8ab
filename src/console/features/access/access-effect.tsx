import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { effectOf, effectText, type RoleChange } from '../../data/access/access-effect.ts';
import { topGroup } from '../../data/access/model.ts';
import { rolesQuery } from '../../data/access/roles.ts';
import { useGroupDirectory } from '../../data/groups/group-directory.tsx';
import { useService } from '../../data/service/use-service.ts';
import { useSession } from '../../data/session/use-session.ts';
import { useLatest } from '../../ui/data-table/use-latest.ts';

interface AccessEffectProps extends Pick<RoleChange, 'path' | 'was' | 'will'> {
  /** Loads the paths of the roles of each user whom it concerns. */
  load(): Promise<RoleChange['users']>;
  /** Whether these are all of a role's users, as far as they're visible. */
  ofRole?: boolean;
}

/** Who would gain and lose what: one sentence. */
export function AccessEffect({ path, was, will, load, ofRole = false }: AccessEffectProps) {
  const groups = useGroupDirectory();
  const { documented } = useService();
  const { holdsOn } = useSession();
  // Groups are loaded while it's being worked out.
  const [chainOf, nameOf] = [useLatest(groups.chainOf), useLatest(groups.nameOf)];
  const { data, error } = useQuery({
    queryKey: ['users', 'effect', path, was, will],
    queryFn: async ({ client, signal }) => {
      const [{ roles }, users] = await Promise.all([client.fetchQuery(rolesQuery), load()]);
      const held = new Set(users.flat());
      const all = [...roles.filter((role) => held.has(role.path)), was, will];
      await groups.loadNames(all.flatMap((role) => role?.groups ?? []));
      return effectText(await effectOf({ path, was, will, users, roles }, chainOf, nameOf, signal));
    },
    enabled: !documented,
    gcTime: 0,
  });
  const text = documented
    ? "Who gains or loses access isn't known: this service doesn't list users."
    : error
      ? "Couldn't find out who gains or loses access."
      : (data ?? 'Finding out who gains or loses access…');
  const isPartial = ofRole && data !== undefined && !holdsOn('group_admin', 'ro', [topGroup]);
  return (
    <Text role="status" aria-label="Before you save">
      {text}
      {isPartial && " Users that you can't view aren't counted."}
    </Text>
  );
}
