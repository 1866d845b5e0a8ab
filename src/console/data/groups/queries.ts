import { hashKey, notifyManager, queryOptions, type Query } from '@tanstack/react-query';
import { groupsEndpoints } from '../../../contract/endpoints/groups.ts';
import {
  groupIdOf,
  groupPath,
  type Group,
  type PartialGroup,
  type GroupCreate,
  type GroupUpdate,
} from '../../../contract/groups/groups.ts';
import { call, loadAll, loadList } from '../../api/exchange.ts';
import { ApiError, isStatus } from '../../../client/errors.ts';
import { completeGroup } from '../../../client/records.ts';
import { unlessAsked } from '../../api/retries.ts';
import { whileBusy } from '../../../client/retries.ts';
import { refresh } from '../refresh.ts';
import { creationJob, jobFor, planWrite, write, type PlannedWrite, type Written } from '../write.ts';
import { isDocumented } from '../../api/kind.ts';
import { msg } from '../../lib/text.ts';
import type { RecordFields } from '../record-fields.tsx';
import { limits } from '../../../contract/limits.ts';
import { buildModel, type GroupModel } from './model.ts';
import { queryClient } from '../../query-client.ts';

/** The part of the tree that is loaded. */
export interface LoadedTree {
  model: GroupModel;
  loaded: number;
  /** The total according to the service; undefined unless it's more than `loaded`. */
  total: number | undefined;
  /** Whether all groups are loaded. Otherwise counts are minimums, and a group that isn't found may still exist. */
  complete: boolean;
}

/** What forms and the history make of a group's fields. */
export const groupFields = {
  name: { label: 'Name', input: { required: true, maxLength: limits.name * 2 } },
  description: { label: 'Description', input: { rows: 4 } },
} satisfies RecordFields;

const key = ['groups', 'tree'] as const;
const keyOf = (group: PartialGroup) => groupIdOf(group.group_resource ?? '');
const fields = 'name,description,group_resource,parent_resource';

const publishIntervalMs = 200;
const freshMs = 60_000;

/** All groups as a tree. The cache is updated while pages arrive, so that rows appear early. */
export const treeQuery = queryOptions({
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
    const { total, complete, records } = await loadAll(fetchPage, keyOf, {
      maxPageSize: limits.groupPageMax,
      onProgress: (loaded, counted) => {
        // A refresh keeps the old tree until the new one is as large.
        if (before && (before.complete || loaded.size <= before.loaded)) return;
        if (performance.now() - publishedAt < publishIntervalMs) return;
        publishedAt = performance.now();
        // The visible rows are sorted and drawn again for every model.
        if (!model || loaded.size >= model.size * 2) model = buildModel(loaded.values());
        const tree = { model, loaded: loaded.size, total: counted, complete: false };
        queryClient.setQueryData<LoadedTree>(key, tree);
      },
    });
    return { model: buildModel(records), loaded: records.length, total, complete };
  },
});

/**
 * Reads a group, bypassing the cache. A documented service only lists them.
 * @throws ApiError with a 404 if it doesn't exist
 */
export async function readGroup(id: number, signal?: AbortSignal): Promise<Group> {
  if (!isDocumented())
    return completeGroup((await call(groupsEndpoints.getGroup, { params: { id }, signal })).body);
  const { records } = await loadList(groupsEndpoints.listGroups, { signal }, (group: Group) => keyOf(group));
  const found = records.find((group) => keyOf(group) === id);
  if (!found) throw new ApiError('problem', 404, ["It's no longer in the service's list of groups"]);
  return completeGroup(found);
}

/** A group with all its fields. */
export function groupRecordQuery(id: number) {
  return queryOptions({
    queryKey: ['groups', 'record', id],
    queryFn: async ({ signal }): Promise<Group> => {
      try {
        return await readGroup(id, signal);
      } catch (error) {
        // It was deleted since the tree was loaded.
        if (isStatus(error, 404)) void refreshTree();
        throw error;
      }
    },
  });
}

/** Refetches only the tree, keeping the old one until then. */
export function refreshTree(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: key });
}

/**
 * Shows a written group in the loaded tree, which isn't loaded again: that takes long. Everything else about groups is
 * refetched, and so is a tree that turns out to be outdated (`directSubgroupsQuery`).
 * @param id of the group
 * @param written what's known of its fields
 * @returns resolves when the pages show it
 */
export async function showGroup(
  id: number,
  { name, description, parent_resource: at = '' }: PartialGroup,
): Promise<void> {
  const texts = { ...(name !== undefined && { name }), ...(description !== undefined && { description }) };
  queryClient.setQueryData<Group>(['groups', 'record', id], (old) => old && { ...old, ...texts });
  const model = queryClient.getQueryData<LoadedTree>(key)?.model;
  const old = model?.get(id);
  const parent = old ? old.parent : groupIdOf(at);
  if (model && (old || (parent !== undefined && model.has(parent))))
    changeTree(model.with({ name: '', description: '', ...old, ...texts, id, parent }));
  else if (model) void refreshTree();
  void refresh('group', isTree);
  // The cache has the new tree before components are notified of it. They're notified in order.
  await new Promise<void>((resolve) => {
    notifyManager.schedule(resolve);
  });
}

/**
 * Removes deleted groups and their subgroups from the loaded tree, and refetches the rest as `showGroup` does. The tree is
 * loaded again as well if it had subgroups that a documented service may have kept.
 * @param paths the groups'; nothing happens for those of other records
 */
export function dropGroups(...paths: string[]): void {
  const ids = paths.flatMap((path) => groupIdOf(path) ?? []);
  if (ids.length === 0) return;
  const before = queryClient.getQueryData<LoadedTree>(key)?.model;
  let model = before;
  for (const id of ids) if (model?.has(id)) model = model.without(id);
  const mayBeWrong = isDocumented() && ids.some((id) => before && before.below(id) > 0);
  if (model && model !== before) changeTree(model, mayBeWrong);
  void refresh('group', isTree);
}

const isTree = ({ queryHash }: Query) => queryHash === hashKey(key);

function changeTree(model: GroupModel, mayBeWrong = false): void {
  const state = queryClient.getQueryState<LoadedTree>(key);
  queryClient.setQueryData<LoadedTree>(
    key,
    (tree) => {
      const added = model.size - (tree?.model.size ?? 0);
      const total = tree?.total === undefined ? undefined : tree.total + added;
      return tree && { ...tree, model, loaded: tree.loaded + added, total };
    },
    { updatedAt: state?.dataUpdatedAt ?? 0 },
  );
  // What it has loaded may be from before the write.
  if (mayBeWrong || state?.fetchStatus === 'fetching') void refreshTree();
}

/**
 * Creates a group below another. `POST /groups` creates below the user's own group, which is all that documented services offer.
 * @param own path of the user's group; empty if the service doesn't say
 */
export function createGroup(parentId: number, own: string, data: GroupCreate): PlannedWrite<PartialGroup> {
  const isOwn = isDocumented() || groupPath(parentId) === own;
  const possibly = msg`${data.name} may have been created.`;
  const job = creationJob('group', data.name);
  const planned: PlannedWrite<PartialGroup> = isOwn
    ? planWrite(groupsEndpoints.createGroup, { body: { data } }, possibly, job)
    : planWrite(groupsEndpoints.createSubGroup, { params: { id: parentId }, body: { data } }, possibly, job);
  const send = async (): Promise<Written<PartialGroup>> => {
    const written = await planned.send();
    if (!written.done) return written;
    const parent = written.record?.parent_resource || (isOwn ? own : groupPath(parentId));
    return { done: true, record: { ...written.record, parent_resource: parent } };
  };
  return { ...planned, send };
}

/**
 * Changes a group. A documented service gets all of its fields: the API doesn't say that a group keeps
 * those that aren't sent. @param current the group before
 */
export function updateGroup(
  id: number,
  name: string,
  data: GroupUpdate,
  current: Partial<Group> = {},
): PlannedWrite<object> {
  const known = ['name', 'description'] as const;
  const rest = isDocumented() ? known.filter((field) => field in current) : [];
  const all = { ...Object.fromEntries(rest.map((field) => [field, current[field]])), ...data };
  return planWrite(
    groupsEndpoints.updateGroup,
    { params: { id }, body: { data: all } },
    msg`${name} may have been saved.`,
    jobFor('group', 'changing', name, groupPath(id)),
  );
}

/** Deletes a group and its subgroups. @param title of the job, should there be one @param headers as of `requestIdHeader` */
export function deleteGroup(
  id: number,
  name: string,
  title: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Written<object>> {
  return write(
    call(groupsEndpoints.deleteGroup, { params: { id }, headers }),
    msg`${name} may have been deleted.`,
    { ...jobFor('group', 'deleting', name, groupPath(id)), title },
  );
}
