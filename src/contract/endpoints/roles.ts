import { endpoint } from '../endpoint.ts';
import { jobStatus } from '../jobs.ts';
import { roleQuery } from '../access/role-query.ts';
import { role, roleList } from '../access/roles.ts';
import { roleCreateBody, roleUpdateBody } from '../access/role-writes.ts';
import { pageQuery } from '../paging.ts';
import { byId, requires } from './parts.ts';

/** Roles. */
export const rolesEndpoints = {
  listRoles: endpoint({
    method: 'GET',
    path: '/roles',
    summary: 'List visible roles',
    access: requires('group_admin', 'ro'),
    extension: true,
    query: roleQuery,
    responses: { 200: roleList },
  }),
  createRole: endpoint({
    method: 'POST',
    path: '/roles',
    summary: 'Create a role',
    access: requires('group_admin', 'rw'),
    extension: true,
    body: roleCreateBody,
    responses: { 201: role, 202: jobStatus },
    problems: [409],
  }),
  getRole: endpoint({
    method: 'GET',
    path: '/roles/:id',
    summary: 'Get a role',
    access: requires('group_admin', 'ro'),
    extension: true,
    params: byId,
    responses: { 200: role },
  }),
  updateRole: endpoint({
    method: 'PUT',
    path: '/roles/:id',
    summary: 'Update a role',
    access: requires('group_admin', 'rw'),
    extension: true,
    params: byId,
    body: roleUpdateBody,
    responses: { 200: role, 202: jobStatus },
    problems: [409],
  }),
  deleteRole: endpoint({
    method: 'DELETE',
    path: '/roles/:id',
    summary: 'Delete a role',
    access: requires('group_admin', 'rw'),
    extension: true,
    params: byId,
    responses: { 200: role, 202: jobStatus },
    problems: [409],
  }),
  listGroupRoles: endpoint({
    method: 'GET',
    path: '/groups/:id/roles',
    summary: 'List the roles a group administers',
    access: requires('group_admin', 'ro'),
    extension: true,
    params: byId,
    query: pageQuery,
    responses: { 200: roleList },
  }),
} as const;
