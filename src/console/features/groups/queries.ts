import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { groupsEndpoints } from '../../../contract/endpoints/groups.ts';
import { groupIdOf, groupPath, type Group, type PartialGroup } from '../../../contract/groups/groups.ts';
import type { GroupCreate, GroupUpdate } from '../../../contract/groups/group-writes.ts';
import { call } from '../../api/client.ts';
import { isStatus } from '../../api/errors.ts';
import { writeResult, type WriteResult } from '../../data/write.ts';
import { loadAll, pageSize } from '../../lib/load-all.ts';
import { isolate } from '../../lib/text.ts';
import { buildModel, type GroupModel } from './model.ts';
import { searchIndex } from './tree/search-index.ts';

/** The tree as far as it is loaded. */
export interface LoadedGroups {
  model: GroupModel;
  loaded: number;
  /** How many there are, as far as the service says; undefined while it hasn't said that there are more. */
  total: number | undefined;
  /** Whether every group is here. Otherwise a count is a minimum, and what isn't found may still exist. */
  complete: boolean;
}

const groupKeys = ['groups'] as const;
const key = ['groups', 'tree'] as const;
const pathOf = (group: PartialGroup) => group.group_resource;
const fields = 'name,description,group_resource,parent_resource';

const shownEveryMilliseconds = 200;
const freshMilliseconds = 60_000;

/** All groups as a tree. Rows are there from the first page on: each step is put into the cache. */
export function treeQuery(queryClient: QueryClient) {
  return queryOptions({
    queryKey: key,
    staleTime: () => (queryClient.getQueryData<LoadedGroups>(key)?.complete ? freshMilliseconds : 0),
    // A model is kept as it was built: what is known of it, as its search index, is found by its identity.
    structuralSharing: false,
    queryFn: async ({ signal }): Promise<LoadedGroups> => {
      const before = queryClient.getQueryData<LoadedGroups>(key);
      let model: GroupModel | undefined;
      let builtOf = 0;
      let shownAt = 0;
      const {
        records,
        total: whole,
        complete,
      } = await loadAll(
        async (start) => {
          const { body } = await call(groupsEndpoints.listGroups, {
            query: { start, limit: pageSize, fields },
            signal,
          });
          return body;
        },
        pathOf,
        ({ loaded, total, records: soFar }) => {
          // A refresh keeps what is shown until there is as much; the rest is shown as often as an eye can follow.
          if (before && (before.complete || loaded <= before.loaded)) return;
          if (Date.now() - shownAt < shownEveryMilliseconds) return;
          shownAt = Date.now();
          // Building the tree costs more the more there is, so it is built anew whenever it has doubled.
          if (!model || loaded >= builtOf * 2) {
            model = buildModel(soFar());
            builtOf = loaded;
          }
          queryClient.setQueryData<LoadedGroups>(key, { model, loaded, total, complete: false });
        },
      );
      const all = model && builtOf === records.length ? model : buildModel(records);
      // Made now, so that the first letter of a filter does not wait for it.
      setTimeout(() => searchIndex(all));
      return { model: all, loaded: records.length, total: whole, complete };
    },
  });
}

/** Every field of one group: by itself where the service has that (extension), else from its list. */
export function groupQuery(id: number) {
  return queryOptions({
    queryKey: ['groups', 'record', id],
    queryFn: async ({ signal }): Promise<Group> => {
      try {
        return (await call(groupsEndpoints.getGroup, { params: { id }, signal })).body;
      } catch (error) {
        if (!isAbsent(error)) throw error;
        const path = `/groups/${id}`;
        const { records } = await loadAll(
          async (start) =>
            (await call(groupsEndpoints.listGroups, { query: { start, limit: pageSize }, signal })).body,
          pathOf,
        );
        const record = records.find((candidate) => candidate.group_resource === path);
        if (!record) throw error;
        // A list asked for without `fields` carries whole records.
        return record as Group;
      }
    },
  });
}

/** A group as it is now, past the cache; undefined where the service does not tell of single groups. */
export async function currentGroup(id: number): Promise<Group | undefined> {
  try {
    return (await call(groupsEndpoints.getGroup, { params: { id } })).body;
  } catch (error) {
    // Gone or not offered: the change itself finds out which.
    if (isAbsent(error)) return undefined;
    throw error;
  }
}

/** Reads the tree and the records again, keeping what is shown until the answers are there. */
export function refreshGroups(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: groupKeys });
}

/** Reads the tree alone again, keeping what is shown until it is there. */
export function refreshTree(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: key });
}

/** A new group, and where the service put it if not where it was asked to. */
export type CreatedGroup = WriteResult<Group> & { elsewhere?: 'own group' | 'another group' };

/**
 * Creates a group below another: `POST /groups` creates below the user's own group, an extension below any other. If the
 * service lacks the one, the other is used.
 * @param own path of the user's group; empty if the service doesn't say
 */
export async function createGroup(parentId: number, own: string, data: GroupCreate): Promise<CreatedGroup> {
  const parent = groupPath(parentId);
  const belowOwn = () => call(groupsEndpoints.createGroup, { body: { data } });
  const belowParent = () =>
    call(groupsEndpoints.createSubGroup, { params: { id: parentId }, body: { data } });
  const ownFirst = parent === own;
  const created = (response: Awaited<ReturnType<typeof belowOwn>>, expected: string): CreatedGroup => {
    const result = writeResult(response, `Create ${isolate(data.name)}`, groupKeys);
    const at = result.done ? result.record.parent_resource || expected : parent;
    return at === parent ? result : { ...result, elsewhere: at === own ? 'own group' : 'another group' };
  };
  try {
    return created(await (ownFirst ? belowOwn() : belowParent()), parent);
  } catch (error) {
    const lacking = ownFirst ? isAbsent(error) : await lacksSubGroups(error, own);
    if (!lacking) throw error;
    return created(await (ownFirst ? belowParent() : belowOwn()), ownFirst ? parent : own);
  }
}

function isAbsent(error: unknown): boolean {
  return isStatus(error, 404) || isStatus(error, 405);
}

/** Whether a failed creation means that the service doesn't offer it, rather than that the parent is gone. */
async function lacksSubGroups(error: unknown, own: string): Promise<boolean> {
  if (!isStatus(error, 404)) return isAbsent(error);
  const id = groupIdOf(own);
  if (id === undefined) return true;
  // Where the user's own group has the resource, it is there, and the other group is not.
  return call(groupsEndpoints.listSubGroups, { params: { id }, query: { limit: 1 } }).then(
    () => false,
    () => true,
  );
}

/** Changes a group; only what is in `data` is sent. */
export async function updateGroup(id: number, name: string, data: GroupUpdate): Promise<WriteResult<object>> {
  const response = await call(groupsEndpoints.updateGroup, { params: { id }, body: { data } });
  return writeResult(response, `Change ${isolate(name)}`, groupKeys);
}

/** Deletes a group and its subgroups. @param title of the job, should the service start one */
export async function deleteGroup(id: number, title: string): Promise<WriteResult<object>> {
  return writeResult(await call(groupsEndpoints.deleteGroup, { params: { id } }), title, groupKeys);
}
