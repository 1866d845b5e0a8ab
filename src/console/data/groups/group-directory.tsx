import { useQuery } from '@tanstack/react-query';
import { createSafeContext } from '@mantine/core';
import { useMemo, useState, type ReactNode } from 'react';
import type { AuthenticationResult } from '../../../contract/access/authentication.ts';
import { defaultGroupId, groupIdOf, groupPath } from '../../../contract/groups/groups.ts';
import { isolate } from '../../lib/text.ts';
import type { GroupChain } from '../session/role-coverage.ts';
import { useService } from '../service/use-service.ts';
import { holds, useSession } from '../session/use-session.ts';
import { bestMatches } from './filter.ts';
import type { TreeGroup } from './model.ts';
import { useNamedGroups, type NamedGroup } from './named-groups.ts';
import { treeQuery } from './queries.ts';
import { matches } from '../../lib/matches.ts';
import { queryClient } from '../../query-client.ts';

const topGroup = groupPath(defaultGroupId);

/** The groups that the service returned. */
interface LoadedGroups {
  get(path: string): NamedGroup | undefined;
  /**
   * Groups that match a text, best match first; some groups for an empty text. Call `loadAll` first.
   * @param most how many to return
   */
  find(text: string, most: number): NamedGroup[];
  /** Loads the names of groups, for what isn't drawn again once they're loaded: a file. */
  loadNames(paths: readonly string[]): Promise<void>;
  /** Loads all groups: there may be very many. */
  loadAll(): void;
  /** Whether all groups are being loaded. */
  loading: boolean;
  /** Whether this group, with its ancestors, is being loaded. */
  isLoading(path: string): boolean;
  /** Whether the service's groups lack this one. */
  isMissing(path: string): boolean;
}

/** Group names and places: from the service if the user can read groups, otherwise from their own roles. */
export interface GroupDirectory extends LoadedGroups {
  /** The name, or the path if the name isn't known. */
  nameOf(path: string): string;
  /** Why nothing can be said about a group; undefined if that isn't known, as for users who can't view every group. */
  problemOf(path: string): Error | undefined;
  /** The group and its ancestors, as far as they are known. */
  chainOf(path: string): GroupChain;
  /** The ancestors' names: "EMEA › Acme". */
  placeOf(path: string): string;
}

/** The groups that a page can name and offer. Only for components below a `GroupDirectoryProvider`. */
export const [DirectoryContext, useGroupDirectory] = createSafeContext<GroupDirectory>(
  'There is no GroupDirectoryProvider around this',
);

/** Lets the pages below it share the groups that they load to name and offer them. */
export function GroupDirectoryProvider({ children }: { children: ReactNode }) {
  const { user } = useSession();
  const loaded = useLoadedGroups();
  const groups = useMemo(() => directory(loaded, user), [loaded, user]);
  return <DirectoryContext value={groups}>{children}</DirectoryContext>;
}

/** Loads the groups that are named; all of them to choose one, or if the service is documented and only lists them. */
function useLoadedGroups(): LoadedGroups {
  const [choosing, setChoosing] = useState(false);
  const { get, request, loadNames, isLoading, isMissing, tooMany } = useNamedGroups();
  const all = useService().documented || choosing || tooMany;
  const { data, isFetching } = useQuery({ ...treeQuery, enabled: all });
  const loading = all && isFetching && !data?.complete;
  return useMemo(() => {
    const model = data?.model;
    return {
      get: (path) => {
        if (!all) request(path);
        const group = model?.get(groupIdOf(path) ?? -1);
        return get(path) ?? (group && namedGroup(group));
      },
      find: (text, most) => (all && model ? bestMatches(model, text, most).map(namedGroup) : []),
      loadNames: async (paths) => {
        if (!all && (await loadNames(paths))) return;
        setChoosing(true);
        await queryClient.fetchQuery(treeQuery);
        // Pages are drawn with it in a later task.
        await new Promise((resolve) => setTimeout(resolve));
      },
      loadAll: () => setChoosing(true),
      loading,
      isLoading: (path) => (all ? loading : isLoading(path)),
      isMissing: (path) => {
        const id = groupIdOf(path);
        if (id === undefined) return true;
        return isMissing(path) || (all && data?.complete === true && !data.model.has(id));
      },
    };
  }, [data, all, loading, get, request, loadNames, isLoading, isMissing]);
}

function namedGroup({ id, name, parent }: TreeGroup): NamedGroup {
  return { path: groupPath(id), name, parent: parent === undefined ? undefined : groupPath(parent) };
}

/** The groups that an authentication result names. */
function ownGroups({ group, roles }: AuthenticationResult): NamedGroup[] {
  const records = [group, ...roles.flatMap((role) => (role.admin_group ? [role.admin_group] : []))];
  const named = records
    .filter((record) => record.group_resource)
    .map((record) => ({
      path: record.group_resource,
      name: record.name,
      parent: record.parent_resource || undefined,
    }));
  const paths = roles
    .flatMap((role) => role.group_resources)
    .filter((path) => path !== topGroup)
    .map((path) => ({ path, name: path, parent: undefined }));
  return [...new Map([...paths, ...named].map((known) => [known.path, known])).values()];
}

/** Merges both sources; loaded groups win, because they're newer. */
function directory(loaded: LoadedGroups, user: AuthenticationResult): GroupDirectory {
  const own = ownGroups(user);
  const seesAll = holds(user.roles, 'group', 'ro', false, [topGroup]);
  const get = (path: string) => {
    const ours =
      own.find((group) => group.path === path) ??
      (path === topGroup ? { path, name: 'Default', parent: undefined } : undefined);
    const found = loaded.get(path);
    // The tree omits parents that aren't in it; a record may still name them.
    return found ? { ...found, parent: found.parent ?? ours?.parent } : ours;
  };
  const chainOf = (path: string): GroupChain => {
    const paths = [path];
    let parent = get(path)?.parent;
    while (parent !== undefined && !paths.includes(parent)) {
      paths.push(parent);
      parent = get(parent)?.parent;
    }
    return { paths, complete: paths.at(-1) === topGroup };
  };
  return {
    ...loaded,
    get,
    chainOf,
    find: (text, most) => {
      const found = loaded.find(text, most);
      const others = own.filter(
        ({ path, name }) =>
          !found.some((group) => group.path === path) && (path === text.trim() || matches(text, name)),
      );
      return [...found, ...others].slice(0, most);
    },
    nameOf: (path) => get(path)?.name ?? path,
    problemOf: (path) =>
      seesAll && get(path) === undefined && loaded.isMissing(path)
        ? new Error(`${isolate(path)} doesn't exist or isn't visible to you`)
        : undefined,
    placeOf: (path) =>
      chainOf(path)
        .paths.slice(1)
        .toReversed()
        .map((above) => isolate(get(above)?.name ?? above))
        .join(' › '),
  };
}
