import { notifyManager, queryOptions, type QueryClient } from '@tanstack/react-query';
import { groupsEndpoints } from '../../../contract/endpoints/groups.ts';
import { groupIdOf, groupPath, type Group, type PartialGroup } from '../../../contract/groups/groups.ts';
import type { GroupCreate, GroupUpdate } from '../../../contract/groups/group-writes.ts';
import { call } from '../service/call.ts';
import { isAbsent, isStatus } from '../../api/errors.ts';
import { unlessAsked, whileBusy } from '../../api/retries.ts';
import { agrees, change, creation, deletion } from '../read-back.ts';
import { jobFor, write, type ReadBack, type WriteResult } from '../write.ts';
import { loadAll, pageSize, type ListPage } from '../service/lists.ts';
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

/**
 * Reads a group, bypassing the cache: from `GET /groups/<id>` (extension) if the service supports it, else from the list.
 * @throws ApiError with a 404 if it doesn't exist
 */
export async function readGroup(id: number, signal?: AbortSignal): Promise<Group> {
  try {
    return (await call(groupsEndpoints.getGroup, { params: { id }, signal })).body;
  } catch (error) {
    if (!isAbsent(error)) throw error;
    const { records } = await loadAll(
      async (start) =>
        (await call(groupsEndpoints.listGroups, { query: { start, limit: pageSize }, signal })).body,
      keyOf,
    );
    const record = records.find((candidate) => candidate.group_resource === groupPath(id));
    if (!record) throw error;
    // A list requested without `fields` has complete records.
    return record as Group;
  }
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

/**
 * Creates a group below another: `POST /groups` creates below the user's own group, an extension below any other. If the
 * service lacks the one, the other is used.
 * @param own path of the user's group; empty if the service doesn't say
 */
export function createGroup(
  parentId: number,
  own: string,
  data: GroupCreate,
): Promise<WriteResult<PartialGroup>> {
  const parent = groupPath(parentId);
  const ownFirst = parent === own;
  const belowOwn = () => call(groupsEndpoints.createGroup, { body: { data } });
  const belowParent = () =>
    call(groupsEndpoints.createSubGroup, { params: { id: parentId }, body: { data } });
  const created = async (send: typeof belowOwn, expected: string) => {
    const response = await send();
    if (response.status === 202) return response;
    const body: Group | undefined = response.body;
    return { ...response, body: { ...body, parent_resource: body?.parent_resource || expected } };
  };
  const send = async () => {
    try {
      return await (ownFirst ? created(belowOwn, parent) : created(belowParent, parent));
    } catch (error) {
      const lacking = ownFirst ? isAbsent(error) : await lacksSubGroups(error, own);
      if (!lacking) throw error;
      return created(ownFirst ? belowParent : belowOwn, ownFirst ? parent : own);
    }
  };
  return write<PartialGroup>(send(), createdGroup(parentId, data, own), {
    title: msg`Create ${data.name}`,
    changes: groupKeys,
  });
}

/** Reads a new group back. Siblings have different names. @param own path of the user's group, which may have got it instead */
export function createdGroup(parentId: number, data: GroupCreate, own = ''): ReadBack<Group> {
  return creation(data.name, async () => {
    const below = [groupPath(parentId), own];
    const siblings = await currentSubgroups(parentId);
    const found = siblings.find(
      (group) => below.includes(group.parent_resource ?? '') && agrees(group, data),
    );
    // A list requested without `fields` has complete records.
    return found as Group | undefined;
  });
}

/** A group's subgroups, bypassing the cache; all groups if the service can't list them. */
async function currentSubgroups(id: number): Promise<readonly PartialGroup[]> {
  const all = async (page: (query: { start: number; limit: number }) => Promise<ListPage<PartialGroup>>) =>
    (await loadAll((start) => page({ start, limit: pageSize }), keyOf)).records;
  try {
    return await all(
      async (query) => (await call(groupsEndpoints.listSubGroups, { params: { id }, query })).body,
    );
  } catch (error) {
    if (!isAbsent(error)) throw error;
    return all(async (query) => (await call(groupsEndpoints.listGroups, { query })).body);
  }
}

/** Whether creating failed because the service doesn't support it, not because the parent was deleted. */
async function lacksSubGroups(error: unknown, own: string): Promise<boolean> {
  if (!isStatus(error, 404)) return isAbsent(error);
  const id = groupIdOf(own);
  if (id === undefined) return true;
  // If listing subgroups works for the user's own group, the parent must have been deleted.
  return call(groupsEndpoints.listSubGroups, { params: { id }, query: { limit: 1 } }).then(
    () => false,
    () => true,
  );
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
