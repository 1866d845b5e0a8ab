import { createContext, useContext, useMemo } from 'react';
import type { AuthenticationResult } from '../../../contract/access/authentication.ts';
import { useSession } from '../../data/session/use-session.ts';
import { topGroup } from './model.ts';
import type { GroupChain } from './privileges.ts';
import { isolate } from '../../lib/text.ts';

/** A group's name and place in the tree. */
export interface KnownGroup {
  path: string;
  name: string;
  /** The parent's path; undefined at the top or if unknown. */
  parent: string | undefined;
}

/** The groups that the console has loaded. */
export interface LoadedGroupDirectory {
  get(path: string): KnownGroup | undefined;
  /** Groups that match a text, best match first; some groups for an empty text. Call `wantAll` first. */
  find(text: string): KnownGroup[];
  /** Loads all groups: there may be very many. */
  wantAll(): void;
  /** Whether all groups are being loaded. */
  loading: boolean;
}

/** Group names and places: from the service if the user can read groups, otherwise from their own roles. */
export interface GroupDirectory extends LoadedGroupDirectory {
  /** The name, or the path if the name isn't known. */
  nameOf(path: string): string;
  /** The group and its ancestors, as far as they are known. */
  chainOf(path: string): GroupChain;
  /** The ancestors' names: "EMEA › Acme". */
  placeOf(path: string): string;
}

export const GroupDirectoryContext = createContext<LoadedGroupDirectory>({
  get: () => undefined,
  find: () => [],
  wantAll: () => undefined,
  loading: false,
});

/** The groups that this page can name and offer. */
export function useGroupDirectory(): GroupDirectory {
  const loaded = useContext(GroupDirectoryContext);
  const { user } = useSession();
  return useMemo(() => directory(loaded, ownGroups(user)), [loaded, user]);
}

/** The groups that an authentication result names. */
function ownGroups({ group, roles }: AuthenticationResult): KnownGroup[] {
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
export function directory(loaded: LoadedGroupDirectory, own: readonly KnownGroup[]): GroupDirectory {
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
    find: (text) => {
      const found = loaded.find(text);
      const query = text.trim().toLocaleLowerCase();
      const matches = ({ name, path }: KnownGroup) =>
        path === query || name.toLocaleLowerCase().includes(query);
      const others = own.filter((group) => !found.some(({ path }) => path === group.path) && matches(group));
      return [...found, ...others];
    },
    nameOf: (path) => get(path)?.name ?? path,
    placeOf: (path) =>
      chainOf(path)
        .paths.slice(1)
        .toReversed()
        .map((above) => isolate(get(above)?.name ?? above))
        .join(' › '),
  };
}
