import { createContext, useContext, useMemo } from 'react';
import type { AuthenticationResult } from '../../../contract/access/authentication.ts';
import { useSession } from '../../data/session/use-session.ts';
import { topGroup } from './model.ts';
import type { GroupChain } from './privileges.ts';
import { isolate } from '../../lib/text.ts';

/** A group as far as it must be named and placed. */
export interface KnownGroup {
  path: string;
  name: string;
  /** Path of the group above; undefined at the top or where that is not known. */
  parent: string | undefined;
}

/** The groups that the console has loaded; composed outside this feature. */
export interface LoadedGroupDirectory {
  get(path: string): KnownGroup | undefined;
  /** The groups that fit a text, the best first; some for an empty text. All must have been asked for. */
  find(text: string): KnownGroup[];
  /** Asks for all groups: there may be very many. */
  wantAll(): void;
  /** All are asked for, and more are on their way. */
  loading: boolean;
}

/** Names and places of groups, from the service where they may be read and from the user's own roles where not. */
export interface GroupDirectory extends LoadedGroupDirectory {
  /** The name, or the path itself where no name is known. */
  nameOf(path: string): string;
  /** From the group up, as far as it is known. */
  chainOf(path: string): GroupChain;
  /** "EMEA › Acme": the names of what is above a group. */
  placeOf(path: string): string;
}

export const LoadedGroups = createContext<LoadedGroupDirectory>({
  get: () => undefined,
  find: () => [],
  wantAll: () => undefined,
  loading: false,
});

/** The groups that can be named and chosen here. */
export function useGroupDirectory(): GroupDirectory {
  const loaded = useContext(LoadedGroups);
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

/** Puts both sources together; what is loaded is newer. */
export function directory(loaded: LoadedGroupDirectory, own: readonly KnownGroup[]): GroupDirectory {
  const get = (path: string) => {
    const ours =
      own.find((group) => group.path === path) ??
      (path === topGroup ? { path, name: 'Default', parent: undefined } : undefined);
    const shown = loaded.get(path);
    // The tree leaves out parents that are not in it; a record may still name them.
    return shown ? { ...shown, parent: shown.parent ?? ours?.parent } : ours;
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
      const wanted = text.trim().toLocaleLowerCase();
      const fits = ({ name, path }: KnownGroup) =>
        path === wanted || name.toLocaleLowerCase().includes(wanted);
      const others = own.filter((group) => !found.some(({ path }) => path === group.path) && fits(group));
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
