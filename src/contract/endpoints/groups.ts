import { endpoint } from '../endpoint.ts';
import { group, partialGroupList } from '../groups/groups.ts';
import { groupImportBody } from '../groups/group-imports.ts';
import { groupCreateBody, groupUpdateBody } from '../groups/group-writes.ts';
import { jobStatus } from '../jobs.ts';
import { groupQuery } from '../groups/group-query.ts';
import { limits } from '../limits.ts';
import { pageQuery } from '../paging.ts';
import { byId, empty, requires } from './parts.ts';

/** The group tree. */
export const groupsEndpoints = {
  listGroups: endpoint({
    method: 'GET',
    path: '/groups',
    summary: 'List visible groups',
    access: requires('group', 'ro'),
    query: groupQuery,
    responses: { 200: partialGroupList },
  }),
  createGroup: endpoint({
    method: 'POST',
    path: '/groups',
    summary: "Create a group below the caller's own",
    access: requires('group', 'rw'),
    body: groupCreateBody,
    responses: { 201: group, 202: jobStatus },
    problems: [409],
  }),
  getGroup: endpoint({
    method: 'GET',
    path: '/groups/:id',
    summary: 'Get a group',
    access: requires('group', 'ro'),
    extension: true,
    params: byId,
    responses: { 200: group },
  }),
  updateGroup: endpoint({
    method: 'PUT',
    path: '/groups/:id',
    summary: 'Update a group',
    access: requires('group', 'rw'),
    params: byId,
    body: groupUpdateBody,
    responses: { 200: empty, 202: jobStatus },
    problems: [409],
  }),
  deleteGroup: endpoint({
    method: 'DELETE',
    path: '/groups/:id',
    summary: 'Delete a group and its subgroups',
    access: requires('group', 'rw'),
    params: byId,
    responses: { 200: empty, 202: jobStatus },
    problems: [400, 409],
  }),
  listSubGroups: endpoint({
    method: 'GET',
    path: '/groups/:id/groups',
    summary: "List a group's direct subgroups",
    access: requires('group', 'ro'),
    extension: true,
    params: byId,
    query: pageQuery,
    responses: { 200: partialGroupList },
  }),
  createSubGroup: endpoint({
    method: 'POST',
    path: '/groups/:id/groups',
    summary: 'Create a subgroup',
    access: requires('group', 'rw'),
    extension: true,
    params: byId,
    body: groupCreateBody,
    responses: { 201: group, 202: jobStatus },
    problems: [409],
  }),
  importGroups: endpoint({
    method: 'POST',
    path: '/group_imports',
    summary: 'Import groups, all or nothing',
    access: requires('group', 'rw'),
    extension: true,
    body: groupImportBody,
    bodyBytes: limits.importBodyBytes,
    longList: { name: 'groups', most: limits.importLines },
    responses: { 202: jobStatus },
  }),
} as const;
