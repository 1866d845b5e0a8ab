import { useQuery } from '@tanstack/react-query';
import type { Change } from '../../../contract/activity/changes.ts';
import { jobIdOf } from '../../../contract/jobs.ts';
import { msg } from '../../lib/text.ts';
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

/** What a change was made with, other than a session: "API key nightly", "job 5". */
function viaText(via: string): string {
  const [, kind, rest = ''] = /^(job|api key) (.+)$/s.exec(via) ?? [];
  if (kind === 'job') return msg`job ${jobIdOf(rest)}`;
  if (kind === 'api key') return msg`API key ${rest}`;
  return via === 'api key' ? 'an API key' : via;
}

const serviceNames = new Map([
  ['start', 'Setup'],
  ['first start', 'Setup'],
  ['watch', 'Provider watch'],
]);

/** What the service calls itself if it made a change without a user (docs/decisions.md, "Activity"); undefined if it didn't. */
export function serviceText({ login, via }: Change): string | undefined {
  return login === null ? serviceNames.get(via) : undefined;
}

/** Who made a change: "admin", or "admin via API key nightly". */
export function authorText(change: Change): string {
  const { login, via } = change;
  const service = serviceText(change);
  if (service !== undefined) return service;
  const who = login === null ? "a user you can't view" : login;
  return via === 'session' ? who : msg`${who} via ${viaText(via)}`;
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
