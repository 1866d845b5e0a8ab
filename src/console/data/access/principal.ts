import { useQuery } from '@tanstack/react-query';
import { userIdOf } from '../../../contract/access/users.ts';
import { useSession } from '../session/use-session.ts';
import { useSide, type SideState } from './access-side.ts';
import { apiKeysQuery, type ListedApiKey } from './api-keys.ts';
import { ifAsked } from '../../api/retries.ts';

/** Whose access is checked, once loaded. An API key acts as its user. */
export interface Principal extends SideState {
  kind: 'me' | 'user' | 'role' | 'key';
  /** Path of the user, or of the role. */
  path: string;
  /** As the user calls them: the API key's name, or the title. */
  name: string;
  /** The user's API keys, as far as they're known. */
  keys: readonly ListedApiKey[];
}

/** Path of the user whom an API key belongs to; undefined for any other path. */
export function ownerOf(who: string): string | undefined {
  return /^(\/users\/\d+)\/api_keys\/\d+$/.exec(who)?.[1];
}

/** @param who `me`, or the path of a user, a role or an API key */
export function usePrincipal(who: string): Principal {
  const { user: me, holds } = useSession();
  const owner = ownerOf(who);
  const path = who === 'me' ? me.user : (owner ?? who);
  const isMe = path === me.user;
  // The signed-in user's own roles need no privilege to read.
  const side = useSide(isMe ? 'me' : path);
  const id = userIdOf(path);
  const keys = useQuery({
    ...apiKeysQuery(path),
    enabled: id !== undefined && (isMe || owner !== undefined || holds('group_admin', 'ro')),
    ...ifAsked,
  });
  const { data: listed = [] } = keys;
  if (owner === undefined) {
    const kind = isMe ? 'me' : id === undefined ? 'role' : 'user';
    return { ...side, kind, path, name: side.title, keys: listed };
  }
  const key = listed.find((each) => each.api_key_resource === who);
  const gone = keys.data && !key ? new Error('This API key no longer exists.') : undefined;
  const retryKeys = keys.error ? () => void keys.refetch() : undefined;
  return {
    ...side,
    kind: 'key',
    path,
    name: key?.name ?? who,
    keys: listed,
    loading: side.loading || keys.isLoading,
    problem: side.problem ?? keys.error ?? gone,
    retry: side.problem === undefined ? retryKeys : side.retry,
  };
}
