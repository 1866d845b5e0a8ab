import { notifyManager, queryOptions, type QueryClient } from '@tanstack/react-query';
import { groupsEndpoints } from '../../../contract/endpoints/groups.ts';
import { groupIdOf, groupPath, type Group, type PartialGroup } from '../../../contract/groups/groups.ts';
import type { GroupCreate, GroupUpdate } from '../../../contract/groups/group-writes.ts';
import { call } from '../service/call.ts';
import { isStatus } from '../../api/errors.ts';
import { unlessAsked, whileBusy } from '../../api/retries.ts';
import { agrees, change, creation, deletion } from '../read-back.ts';
import { jobFor, write, type ReadBack, type WriteResult } from '../write.ts';
import { readGroup, readSubgroups, sendGroup } from '../service/groups.ts';
import { loadAll } from '../service/lists.ts';
import { msg } from '../../lib/text.ts';
import type { RecordFields } from '../record-fields.tsx';
import { limits } from '../../../contract/limits.ts';
import { buildModel, withoutSubtree, type GroupModel } from './model.ts';

/** The part of the tree that is loaded. */
export interface LoadedTree {
  model: GroupModel;
  loaded: number;
  /** The total according to the service; undefined unless it's more than `loaded`. */
  total: number | undefined;
  /** Whether all groups are loaded. Otherwise counts are minimums, and a group that isn't found may still exist. */
  complete: boolean;
  /** How many records couldn't be read: their paths aren't understood. */
  unread: number;
}

/** What forms and the history make of a group's fields. */
export const groupFields = {
  name: { label: 'Name', input: { required: true, maxLength: limits.name * 2 } },
  description: { label: 'Description', input: { rows: 4 } },
} satisfies RecordFields;

/** Query keys that any write to groups may change. */
export const groupKeys = ['groups', 'activity'] as const;
const key = ['groups', 'tree'] as const;
const keyOf = (group: PartialGroup) => groupIdOf(group.group_resource ?? '');
const fields = 'name,description,group_resource,parent_resource';

const publishIntervalMs = 200;
const freshMs = 60_000;

/** All groups as a tree. The cache is updated while pages arrive, so that rows appear early. */
export function treeQuery(queryClient: QueryClient) {
  return queryOptions({
    queryKey: key,
    ...unlessAsked,
    staleTime: () => (queryClient.getQueryData<LoadedTree>(key)?.complete ? freshMs : 0),
    queryFn: async ({ signal }): Promise<LoadedTree> => {
      const before = queryClient.getQueryData<LoadedTree>(key);
      let model: GroupModel | undefined;
      let publishedAt = 0;
      const fetchPage = (start: number, limit: number) =>
        whileBusy(
          async () =>
            (await call(groupsEndpoints.listGroups, { query: { start, limit, fields }, signal })).body,
          signal,
        );
      const { total, complete, unread, records } = await loadAll(fetchPage, keyOf, {
        maxPageSize: limits.groupPageMax,
        onProgress: (loaded, counted) => {
          // A refresh keeps the old tree until the new one is as large.
          if (before && (before.complete || loaded.size <= before.loaded)) return;
          if (Date.now() - publishedAt < publishIntervalMs) return;
          publishedAt = Date.now();
          // The visible rows are sorted and drawn again for every model.
          if (!model || loaded.size >= model.size * 2) model = buildModel(loaded.values());
          const tree = { model, loaded: loaded.size, total: counted, complete: false, unread: 0 };
          queryClient.setQueryData<LoadedTree>(key, tree);
        },
      });
      return { model: buildModel(records), loaded: records.length, total, complete, unread };
    },
  });
}

/** A group with all its fields. */
export function groupRecordQuery(queryClient: QueryClient, id: number) {
  return queryOptions({
    queryKey: ['groups', 'record', id],
    queryFn: async ({ signal }): Promise<Group> => {
      try {
        return await readGroup(id, signal);
      } catch (error) {
        // It was deleted since the tree was loaded.
        if (isStatus(error, 404)) void refreshTree(queryClient);
        throw error;
      }
    },
  });
}

/** Refetches the tree and group records, keeping the old ones until then. Resolves when the pages show the new ones. */
export async function refreshGroups(queryClient: QueryClient): Promise<void> {
  await Promise.all(groupKeys.map((first) => queryClient.invalidateQueries({ queryKey: [first] })));
  // The cache has the new tree before components are notified of it. They're notified in order.
  await new Promise<void>((resolve) => {
    notifyManager.schedule(resolve);
  });
}

/** Refetches only the tree, keeping the old one until then. */
export function refreshTree(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: key });
}

/**
 * Removes a deleted group and its subgroups from the loaded tree: loading the tree again may take time, or fail.
 * @param path the group's; nothing happens for that of another record
 */
export function dropGroup(queryClient: QueryClient, path: string): void {
  const { queryKey } = treeQuery(queryClient);
  const tree = queryClient.getQueryData(queryKey);
  const id = groupIdOf(path);
  if (!tree || id === undefined || !tree.model.has(id)) return;
  const model = withoutSubtree(tree.model, id);
  const dropped = tree.model.size - model.size;
  const total = tree.total === undefined ? undefined : tree.total - dropped;
  queryClient.setQueryData(queryKey, { ...tree, model, loaded: tree.loaded - dropped, total });
}

/** Creates a group below another. @param own path of the user's group; empty if the service doesn't say */
export function createGroup(
  parentId: number,
  own: string,
  data: GroupCreate,
): Promise<WriteResult<PartialGroup>> {
  return write<PartialGroup>(sendGroup(parentId, own, data), createdGroup(parentId, data, own), {
    title: msg`Create ${data.name}`,
    changes: groupKeys,
  });
}

/** Reads a new group back. Siblings have different names. @param own path of the user's group, which may have got it instead */
export function createdGroup(parentId: number, data: GroupCreate, own = ''): ReadBack<Group> {
  return creation(data.name, async () => {
    const below = [groupPath(parentId), own];
    const siblings = await readSubgroups(parentId);
    return siblings.find((group) => below.includes(group.parent_resource) && agrees(group, data));
  });
}

/** Changes a group; only what is in `data` is sent. */
export function updateGroup(id: number, name: string, data: GroupUpdate): Promise<WriteResult<object>> {
  return write<object>(
    call(groupsEndpoints.updateGroup, { params: { id }, body: { data } }),
    change(name, data, () => readGroup(id)),
    jobFor('changing', name, groupPath(id), groupKeys),
  );
}

/** Deletes a group and its subgroups. @param title of the job, should the service start one */
export function deleteGroup(id: number, name: string, title: string): Promise<WriteResult<object>> {
  return write(
    call(groupsEndpoints.deleteGroup, { params: { id } }),
    deletion(name, () => readGroup(id)),
    { title, changes: groupKeys, affects: { path: groupPath(id), doing: 'deleting' } },
  );
}
