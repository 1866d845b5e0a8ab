import { groupsEndpoints } from '../../../contract/endpoints/groups.ts';
import { groupPath, type Group, type GroupCreate } from '../../../contract/groups/groups.ts';
import { ApiError } from '../../../client/errors.ts';
import { call } from './call.ts';
import { isDocumented } from './kind.ts';
import { loadList } from './lists.ts';
import { completeGroup } from '../../../client/records.ts';

/**
 * Reads a group, bypassing the cache. A documented service only lists them.
 * @throws ApiError with a 404 if it doesn't exist
 */
export async function readGroup(id: number, signal?: AbortSignal): Promise<Group> {
  if (!isDocumented())
    return completeGroup((await call(groupsEndpoints.getGroup, { params: { id }, signal })).body);
  const keyOf = ({ group_resource: path }: Group) => path;
  const { records } = await loadList(groupsEndpoints.listGroups, { signal }, keyOf);
  const found = records.find((group) => keyOf(group) === groupPath(id));
  if (!found) throw new ApiError('problem', 404, ["It's no longer in the service's list of groups"]);
  return completeGroup(found);
}

/**
 * Creates a group below another. `POST /groups` creates below the user's own group, which is all that documented services offer.
 * @param own path of the user's group; empty if the service doesn't say
 */
export async function sendGroup(parentId: number, own: string, data: GroupCreate) {
  const body = { data };
  const isOwn = isDocumented() || groupPath(parentId) === own;
  const response = await (isOwn
    ? call(groupsEndpoints.createGroup, { body })
    : call(groupsEndpoints.createSubGroup, { params: { id: parentId }, body }));
  if (response.status === 202) return response;
  const record: Group | undefined = response.body;
  const parent = record?.parent_resource || (isOwn ? own : groupPath(parentId));
  return { ...response, body: { ...record, parent_resource: parent } };
}
