import { groupsEndpoints } from '../../../contract/endpoints/groups.ts';
import { groupIdOf, groupPath, type Group, type GroupCreate } from '../../../contract/groups/groups.ts';
import type { Endpoint } from '../../../contract/endpoint.ts';
import type { CallInput } from '../../api/client.ts';
import { isAbsent, isStatus } from '../../api/errors.ts';
import { call } from './call.ts';
import { loadList } from './lists.ts';
import { completeGroup } from './records.ts';

/** Reads a whole list of groups. Without `fields`, it contains whole records. */
async function readList<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<Group[]> {
  const { records } = await loadList(endpoint, input, ({ group_resource: path }: Group) => path);
  return records.map(completeGroup);
}

const readGroups = (signal?: AbortSignal) => readList(groupsEndpoints.listGroups, { signal });

/**
 * Reads a group, bypassing the cache: from `GET /groups/<id>` (extension) if the service supports it, else from the list.
 * @throws ApiError with a 404 if it doesn't exist
 */
export async function readGroup(id: number, signal?: AbortSignal): Promise<Group> {
  try {
    return completeGroup((await call(groupsEndpoints.getGroup, { params: { id }, signal })).body);
  } catch (error) {
    const groups = isAbsent(error) ? await readGroups(signal) : [];
    const found = groups.find(({ group_resource: path }) => path === groupPath(id));
    if (!found) throw error;
    return found;
  }
}

/** A group's subgroups, bypassing the cache; all groups if the service can't list them. */
export async function readSubgroups(id: number): Promise<readonly Group[]> {
  try {
    return await readList(groupsEndpoints.listSubGroups, { params: { id } });
  } catch (error) {
    if (!isAbsent(error)) throw error;
    return readGroups();
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
