import { endpoint } from '../endpoint.ts';
import { jobStatus } from '../jobs.ts';
import { roleCreateBody, roleUpdateBody, role, roleList, roleQuery } from '../access/roles.ts';
import { pageQuery } from '../paging.ts';
import { byId, requires } from './parts.ts';

const reads = { access: requires('group_admin', 'ro'), extension: true } as const;
const writes = { access: requires('group_admin', 'rw'), extension: true, problems: [409] } as const;

export const rolesEndpoints = {
  listRoles: endpoint('GET', '/roles', 'List visible roles', {
    ...reads,
    query: roleQuery,
    responses: { 200: roleList },
  }),
  createRole: endpoint('POST', '/roles', 'Create a role', {
    ...writes,
    body: roleCreateBody,
    responses: { 201: role, 202: jobStatus },
  }),
  getRole: endpoint('GET', '/roles/:id', 'Get a role', { ...reads, params: byId, responses: { 200: role } }),
  updateRole: endpoint('PUT', '/roles/:id', 'Update a role', {
    ...writes,
    params: byId,
    body: roleUpdateBody,
    responses: { 200: role, 202: jobStatus },
  }),
  deleteRole: endpoint('DELETE', '/roles/:id', 'Delete a role', {
    ...writes,
    params: byId,
    responses: { 200: role, 202: jobStatus },
  }),
  listGroupRoles: endpoint('GET', '/groups/:id/roles', 'List the roles a group administers', {
    ...reads,
    params: byId,
    query: pageQuery,
    responses: { 200: roleList },
  }),
} as const;
