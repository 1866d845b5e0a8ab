import { useQuery } from '@tanstack/react-query';
import type { Change } from '../../../contract/activity/changes.ts';
import { authorText, viaText } from '../../data/activity/author.ts';
import { rolesQuery } from '../../data/access/roles.ts';
import { recordAt } from '../../data/activity/record-kinds.ts';
import { useGroupDirectory } from '../../data/groups/group-directory.tsx';
import { RecordLink } from '../../data/activity/record-link.tsx';
import { useSession } from '../../data/session/use-session.ts';

/** A link to a record with its current name and its path as the title; with its path if the name isn't known. */
export function PathName({ path }: { path: string }) {
  const nameOf = useNameOf(recordAt(path)?.kind.collection);
  return (
    <span title={path}>
      <RecordLink path={path} name={nameOf(path)} />
    </span>
  );
}

/** Names the records of a collection, as far as the user can list them. */
function useNameOf(collection: string | undefined): (path: string) => string {
  const groups = useGroupDirectory();
  const { holds } = useSession();
  const { data } = useQuery({
    ...rolesQuery,
    enabled: collection === 'roles' && holds('group_admin', 'ro'),
  });
  if (collection === 'groups') return groups.nameOf;
  return (path) => data?.roles.find((role) => role.path === path)?.name ?? path;
}

/** Who made a change, with a link to the user. */
export function Author({ change }: { change: Change }) {
  const { login, user, via } = change;
  if (login === null || user === null) return authorText(change);
  return (
    <>
      <RecordLink path={user} name={login} />
      {via !== 'session' && <span className="muted"> via {viaText(via)}</span>}
    </>
  );
}
