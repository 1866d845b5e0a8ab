import { groupsEndpoints } from '../../../contract/endpoints/groups.ts';
import { groupIdOf, groupPath, type Group, type GroupCreate } from '../../../contract/groups/groups.ts';
import type { Endpoint } from '../../../contract/endpoint.ts';
import type { CallInput } from '../../api/client.ts';
import { ApiError, isAbsent, isInvalid, isStatus } from '../../api/errors.ts';
import { call } from './call.ts';
import { loadList } from './lists.ts';
import { completeGroup } from './records.ts';

/** Whether a service may lack an extension: some refuse unknown paths. The list of groups then says as much. */
const mayLack = (error: unknown) => isAbsent(error) || isInvalid(error) || isStatus(error, 403);

/** Reads a whole list of groups. Without `fields`, it contains whole records. */
async function readList<E extends Endpoint>(endpoint: E, input: CallInput<E>) {
  const { records, complete } = await loadList(endpoint, input, ({ group_resource: path }: Group) => path);
  return { groups: records.map(completeGroup), complete };
}

/**
 * Reads a group, bypassing the cache: from `GET /groups/<id>` (extension) if the service supports it, else from the list.
 * @throws ApiError with a 404 if it doesn't exist
 */
export async function readGroup(id: number, signal?: AbortSignal): Promise<Group> {
  try {
    return completeGroup((await call(groupsEndpoints.getGroup, { params: { id }, signal })).body);
  } catch (error) {
    if (!mayLack(error)) throw error;
    const { groups, complete } = await readList(groupsEndpoints.listGroups, { signal });
    const found = groups.find(({ group_resource: path }) => path === groupPath(id));
    if (found) return found;
    // A 403 may also say that it exists.
    throw complete && !isStatus(error, 404) && !isStatus(error, 403)
      ? new ApiError('problem', 404, ["It's no longer in the service's list of groups"])
      : error;
  }
}

/**
 * Creates a group below another: `POST /groups` creates below the user's own group, an extension below any other. If the
 * service lacks the one, the other is used.
 * @param own path of the user's group; empty if the service doesn't say
 */
export async function sendGroup(parentId: number, own: string, data: GroupCreate) {
  const parent = groupPath(parentId);
  const create = async (byExtension: boolean) => {
    const body = { data };
    const below = byExtension ? parent : own;
    const response = await (byExtension
      ? call(groupsEndpoints.createSubGroup, { params: { id: parentId }, body })
      : call(groupsEndpoints.createGroup, { body }));
    if (response.status === 202) return response;
    const record: Group | undefined = response.body;
    return { ...response, body: { ...record, parent_resource: record?.parent_resource || below } };
  };
  try {
    return await create(parent !== own);
  } catch (error) {
    const lacking = parent === own ? isAbsent(error) : await lacksSubgroups(error, own);
    if (!lacking) throw error;
    return create(parent === own);
  }
}

/** Whether creating failed because the service doesn't support it, not because the parent was deleted. */
async function lacksSubgroups(error: unknown, own: string): Promise<boolean> {
  if (!isStatus(error, 404)) return isAbsent(error);
  const id = groupIdOf(own);
  if (id === undefined) return true;
  // If listing subgroups works for the user's own group, the parent must have been deleted.
  return call(groupsEndpoints.listSubGroups, { params: { id }, query: { limit: 1 } }).then(
    () => false,
    () => true,
  );
}
