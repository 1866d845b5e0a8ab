import { endpoint } from '../endpoint.ts';
import { group, partialGroupList, groupCreateBody, groupUpdateBody } from '../groups/groups.ts';
import { groupImportBody } from '../groups/group-imports.ts';
import { jobStatus } from '../jobs.ts';
import { groupQuery } from '../groups/group-query.ts';
import { limits } from '../limits.ts';
import { pageQuery } from '../paging.ts';
import { byId, empty, requires } from './parts.ts';

export const groupsEndpoints = {
  listGroups: endpoint('GET', '/groups', 'List visible groups', {
    access: requires('group', 'ro'),
    query: groupQuery,
    responses: { 200: partialGroupList },
  }),
  createGroup: endpoint('POST', '/groups', "Create a group below the caller's own", {
    access: requires('group', 'rw'),
    body: groupCreateBody,
    responses: { 201: group, 202: jobStatus },
    problems: [409],
  }),
  getGroup: endpoint('GET', '/groups/:id', 'Get a group', {
    access: requires('group', 'ro'),
    extension: true,
    params: byId,
    responses: { 200: group },
  }),
  updateGroup: endpoint('PUT', '/groups/:id', 'Update a group', {
    access: requires('group', 'rw'),
    params: byId,
    body: groupUpdateBody,
    responses: { 200: empty, 202: jobStatus },
    problems: [409],
  }),
  deleteGroup: endpoint('DELETE', '/groups/:id', 'Delete a group and its subgroups', {
    access: requires('group', 'rw'),
    params: byId,
    responses: { 200: empty, 202: jobStatus },
    problems: [400, 409],
  }),
  listSubGroups: endpoint('GET', '/groups/:id/groups', "List a group's direct subgroups", {
    access: requires('group', 'ro'),
    extension: true,
    params: byId,
    query: pageQuery,
    responses: { 200: partialGroupList },
  }),
  createSubGroup: endpoint('POST', '/groups/:id/groups', 'Create a subgroup', {
    access: requires('group', 'rw'),
    extension: true,
    params: byId,
    body: groupCreateBody,
    responses: { 201: group, 202: jobStatus },
    problems: [409],
  }),
  importGroups: endpoint('POST', '/group_imports', 'Import groups, all or nothing', {
    access: requires('group', 'rw'),
    extension: true,
    body: groupImportBody,
    bodyBytes: limits.importBodyBytes,
    longList: { name: 'groups', most: limits.importLines },
    responses: { 202: jobStatus },
  }),
} as const;
