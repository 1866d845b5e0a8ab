import { notifyManager, queryOptions, type QueryClient } from '@tanstack/react-query';
import { groupsEndpoints } from '../../../contract/endpoints/groups.ts';
import { groupIdOf, groupPath, type Group, type PartialGroup } from '../../../contract/groups/groups.ts';
import type { GroupCreate, GroupUpdate } from '../../../contract/groups/group-writes.ts';
import { call } from '../../api/client.ts';
import { isNotOffered, isStatus } from '../../api/errors.ts';
import { writeResult, type WriteResult } from '../write.ts';
import { loadAll, pageSize } from '../../lib/load-all.ts';
import { isolate } from '../../lib/text.ts';
import { buildModel, type GroupModel } from './model.ts';
import { searchIndex } from './search-index.ts';

/** The part of the tree that is loaded. */
export interface LoadedTree {
  model: GroupModel;
  loaded: number;
  /** The total according to the service; undefined unless it's more than `loaded`. */
  total: number | undefined;
  /** Whether all groups are loaded. Otherwise counts are minimums, and a group that isn't found may still exist. */
  complete: boolean;
}

const groupKeys = ['groups'] as const;
const key = ['groups', 'tree'] as const;
const pathOf = (group: PartialGroup) => group.group_resource;
const fields = 'name,description,group_resource,parent_resource';

const publishIntervalMs = 200;
const freshMs = 60_000;

/** All groups as a tree. The cache is updated while pages arrive, so that rows appear early. */
export function treeQuery(queryClient: QueryClient) {
  return queryOptions({
    queryKey: key,
    staleTime: () => (queryClient.getQueryData<LoadedTree>(key)?.complete ? freshMs : 0),
    // The search index is looked up by the model's identity.
    structuralSharing: false,
    queryFn: async ({ signal }): Promise<LoadedTree> => {
      const before = queryClient.getQueryData<LoadedTree>(key);
      let model: GroupModel | undefined;
      let builtFrom = 0;
      let publishedAt = 0;
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
          // A refresh keeps the old tree until the new one is as large.
          if (before && (before.complete || loaded <= before.loaded)) return;
          if (Date.now() - publishedAt < publishIntervalMs) return;
          publishedAt = Date.now();
          // Building gets slower with size, so rebuild only when the number of groups has doubled.
          if (!model || loaded >= builtFrom * 2) {
            model = buildModel(soFar());
            builtFrom = loaded;
          }
          queryClient.setQueryData<LoadedTree>(key, { model, loaded, total, complete: false });
        },
      );
      const all = model && builtFrom === records.length ? model : buildModel(records);
      // Build the index now, so that the first keystroke in the filter is fast.
      setTimeout(() => searchIndex(all));
      return { model: all, loaded: records.length, total: whole, complete };
    },
  });
}

/** A group with all its fields: from `GET /groups/<id>` (extension) if the service supports it, else from the list. */
export function groupRecordQuery(id: number) {
  return queryOptions({
    queryKey: ['groups', 'record', id],
    queryFn: async ({ signal }): Promise<Group> => {
      try {
        return (await call(groupsEndpoints.getGroup, { params: { id }, signal })).body;
      } catch (error) {
        if (!isNotOffered(error)) throw error;
        const path = `/groups/${id}`;
        const { records } = await loadAll(
          async (start) =>
            (await call(groupsEndpoints.listGroups, { query: { start, limit: pageSize }, signal })).body,
          pathOf,
        );
        const record = records.find((candidate) => candidate.group_resource === path);
        if (!record) throw error;
        // A list requested without `fields` has complete records.
        return record as Group;
      }
    },
  });
}

/** Reads a group, bypassing the cache; undefined if the service can't return single groups. */
export async function currentGroup(id: number): Promise<Group | undefined> {
  try {
    return (await call(groupsEndpoints.getGroup, { params: { id } })).body;
  } catch (error) {
    // Deleted or not supported: the change itself will show which.
    if (isNotOffered(error)) return undefined;
    throw error;
  }
}

/** Refetches the tree and group records, keeping the old ones until then. Resolves when the pages show the new ones. */
export async function refreshGroups(queryClient: QueryClient): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: groupKeys });
  // The cache has the new tree before components are notified of it. They're notified in order.
  await new Promise<void>((resolve) => {
    notifyManager.schedule(resolve);
  });
}

/** Refetches only the tree, keeping the old one until then. */
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
    const result = writeResult(response, {
      title: `Create ${isolate(data.name)}`,
      changes: groupKeys,
    });
    const at = result.done ? result.record.parent_resource || expected : parent;
    return at === parent ? result : { ...result, elsewhere: at === own ? 'own group' : 'another group' };
  };
  try {
    return created(await (ownFirst ? belowOwn() : belowParent()), parent);
  } catch (error) {
    const lacking = ownFirst ? isNotOffered(error) : await lacksSubGroups(error, own);
    if (!lacking) throw error;
    return created(await (ownFirst ? belowParent() : belowOwn()), ownFirst ? parent : own);
  }
}

/** Whether creating failed because the service doesn't support it, not because the parent was deleted. */
async function lacksSubGroups(error: unknown, own: string): Promise<boolean> {
  if (!isStatus(error, 404)) return isNotOffered(error);
  const id = groupIdOf(own);
  if (id === undefined) return true;
  // If listing subgroups works for the user's own group, the parent must have been deleted.
  return call(groupsEndpoints.listSubGroups, { params: { id }, query: { limit: 1 } }).then(
    () => false,
    () => true,
  );
}

/** Changes a group; only what is in `data` is sent. */
export async function updateGroup(id: number, name: string, data: GroupUpdate): Promise<WriteResult<object>> {
  const response = await call(groupsEndpoints.updateGroup, { params: { id }, body: { data } });
  return writeResult(response, {
    title: `Save ${isolate(name)}`,
    changes: groupKeys,
    affects: { path: groupPath(id), doing: 'changing' },
  });
}

/** Deletes a group and its subgroups. @param title of the job, should the service start one */
export async function deleteGroup(id: number, title: string): Promise<WriteResult<object>> {
  return writeResult(await call(groupsEndpoints.deleteGroup, { params: { id } }), {
    title,
    changes: groupKeys,
    affects: { path: groupPath(id), doing: 'deleting' },
  });
}
